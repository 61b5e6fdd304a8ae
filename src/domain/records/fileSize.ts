const KB = 1024
const MB = KB * KB

/** A file's size as SPEC section 9 shows it: under 1 KB in bytes, under 1 MB in KB, otherwise in MB. */
export function showFileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  // What would round up to 1024 KB is 1.0 MB already.
  if (Math.round((bytes / KB) * 10) / 10 < KB) return `${(bytes / KB).toFixed(1)} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}
