import type { Removal } from './removals.ts'

const mark = Symbol.for('caseload.receivedFile')

/** A received, identified and stored file that no row refers to yet. */
export type ReceivedFile = {
  [mark]: true
  /** Safe to display; see `shownName`. */
  fileName: string
  mimeType: string
  fileSize: number
  /** Hex, of the received bytes. */
  sha256: string
  /** Hex, of the stored bytes, if something was removed. */
  keptSha256: string | null
  removed: Removal[]
  storageKey: string
  wrappedKey: Uint8Array
  keyId: string
}

/**
 * Marks a file as received. Only server code can do this, so a caller cannot refer to another user's file.
 */
export const receivedFile = (file: Omit<ReceivedFile, typeof mark>): ReceivedFile => ({
  ...file,
  [mark]: true,
})

export const isReceivedFile = (value: unknown): value is ReceivedFile =>
  typeof value === 'object' && value !== null && mark in value
