const KB = 1024
const MB = KB * KB

/** Formats a file size (SPEC section 9): bytes below 1 KB, KB below 1 MB, otherwise MB. */
export function showFileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  // A size that would round to 1024 KB is shown as 1.0 MB.
  if (Math.round((bytes / KB) * 10) / 10 < KB) return `${(bytes / KB).toFixed(1)} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}
