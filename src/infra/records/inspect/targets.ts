/** The target as Windows reads it: escapes decoded, one kind of slash, no blanks, in lower case. */
export function plainTarget(target: string): string {
  let plain = target
  try {
    plain = decodeURIComponent(target)
  } catch {
    // Not a valid escape sequence, so judge it unchanged.
  }
  return plain
    .replace(/[\s\p{Cc}]/gu, '')
    .replaceAll('\\', '/')
    .toLowerCase()
}

/** Whether a target is anything but a part of the document or a file on the reader's own computer. */
export function isElsewhere(target: string): boolean {
  if (target.startsWith('//') || target.startsWith('/??/')) return true
  if (/^file:/.test(target)) return !/^file:(\/|\/\/\/)?[^/]/.test(target)
  return /^[a-z][a-z0-9+.-]+:/.test(target)
}
