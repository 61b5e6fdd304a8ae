import type { IncomingMessage } from 'node:http'

/** The bytes from `start` until `end`. */
export type Range = { start: number; end: number }

/**
 * The part of a file of `size` bytes that was asked for (RFC 9110, 14.2); `null` for the whole, also where several
 * parts, another version or something unreadable was asked for, and `outside` where it has no such bytes.
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
