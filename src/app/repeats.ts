import { createHash } from 'node:crypto'
import type { SanitizedError } from '#infra/sanitizeError.ts'

/** A line of the log: its level, its fields with a sanitized error, and its message. */
export type Line = { level: number; message: string; fields: Record<string, unknown> }

type Repeated = { line: Line; times: number; requestIds: string[] }

/** More kinds of errors at once are not held back. */
const KINDS_MAX = 500
/** How many IDs of requests a summary names. */
const IDS_MAX = 20

/**
 * Holds back warnings and errors that repeat an earlier one of the same interval. `flush` begins the next interval and
 * writes one line for each kind that repeated, with its number (`times`) and without the stack.
 */
export function makeRepeats(write: (line: Line) => void) {
  let seen = new Map<string, Repeated>()
  return {
    /** Whether the line is the first of its kind in this interval, so that it must be written. */
    isFirst: (fingerprint: string, line: Line, requestId: string | undefined): boolean => {
      const repeated = seen.get(fingerprint)
      if (!repeated) {
        if (seen.size < KINDS_MAX) seen.set(fingerprint, { line, times: 0, requestIds: [] })
        return true
      }
      repeated.times += 1
      if (requestId && repeated.requestIds.length < IDS_MAX) repeated.requestIds.push(requestId)
      return false
    },
    flush: (): void => {
      const last = seen
      seen = new Map()
      for (const [fault, { line, times, requestIds }] of last) {
        if (times === 0) continue
        const { err, requestId: _first, ...fields } = line.fields
        const { stack: _stack, cause: _cause, ...error } = (err ?? {}) as Partial<SanitizedError>
        const about = err === undefined ? {} : { err: error }
        const ids = requestIds.length > 0 ? { requestIds } : {}
        write({ ...line, fields: { ...fields, ...about, fault, times, ...ids } })
      }
    },
  }
}

/** Identifies a kind of line. The request, the place in its document and a duration do not count. */
export function fingerprintOf({ level, message, fields }: Line): string {
  const { requestId: _id, path: _path, ms: _ms, ...kind } = fields
  return createHash('sha256')
    .update(JSON.stringify([level, message, kind]))
    .digest('hex')
    .slice(0, 12)
}
