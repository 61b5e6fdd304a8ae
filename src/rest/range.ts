import type { IncomingMessage } from 'node:http'

/** The bytes from `start` up to `end`. */
export type Range = { start: number; end: number }

/**
 * The requested range of a file of `size` bytes (RFC 9110, 14.2). `null` means the whole file: for no range, several
 * ranges, an unreadable range, or a range of another version. `outside` means that the file has no such bytes.
 */
export function rangeOf({ headers }: IncomingMessage, size: number, tag: string): Range | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return null
  const wanted = headers['if-range']
  if (wanted !== undefined && wanted !== tag) return null
  if (first === '')
    return Number(last) > 0 && size > 0 ? { start: Math.max(0, size - Number(last)), end: size } : 'outside'
  const [start, end] = [Number(first), last === '' ? size : Math.min(Number(last) + 1, size)]
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'outside'
}
