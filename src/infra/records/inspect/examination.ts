import type { RecordType } from '#domain/records/fileTypes.ts'
import type { RefusalReason } from '#domain/records/refusals.ts'
import type { Removal } from '#domain/records/removals.ts'
import type { Edit } from './edits.ts'

/** The result of an examination: the file type and the changes to make before it is stored. */
export type Examined = { type: RecordType; edits: Edit[]; removed: Removal[] }

/** Bytes from `start` up to `end` of the examined file. */
export type Range = { start: number; end: number }

/** A message to the thread: a new file with its size, or the bytes that the thread requested. */
export type ToExaminer = { examine: number } | { bytes: ArrayBuffer }

/** A message from the thread: a range to read, or at the end one of the outcomes. */
export type FromExaminer =
  | { read: Range }
  | { found: Examined | null; heapUsed: number }
  | { refused: RefusalReason; heapUsed: number }
  | { fault: string }
