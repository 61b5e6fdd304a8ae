import type { RecordType } from '#domain/records/fileTypes.ts'
import type { RefusalReason } from '#domain/records/refusals.ts'
import type { Removal } from '#domain/records/removals.ts'
import type { Edit } from './edits.ts'

/** What an examination finds: what the file is, and what to change before it is kept. */
export type Examined = { type: RecordType; edits: Edit[]; removed: Removal[] }

/** Bytes from `start` until `end` of the file that is examined. */
export type Range = { start: number; end: number }

/** What the server sends to the thread: a file to examine by its size, and the bytes that the thread asked for. */
export type ToExaminer = { examine: number } | { bytes: ArrayBuffer }

/** What the thread sends back: one range to read at a time, and in the end one of the outcomes. */
export type FromExaminer =
  | { read: Range }
  | { found: Examined | null; heapUsed: number }
  | { refused: RefusalReason; heapUsed: number }
  | { fault: string }
