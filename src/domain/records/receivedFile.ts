import type { Removal } from './removals.ts'

const mark = Symbol.for('caseload.receivedFile')

/** A file that was taken in, recognised and stored, and that no row names yet. */
export type ReceivedFile = {
  [mark]: true
  /** Fit to be shown; see `shownName`. */
  fileName: string
  mimeType: string
  fileSize: number
  /** Hex, of what arrived. */
  sha256: string
  /** Hex, of what is kept, where something was taken out of it. */
  keptSha256: string | null
  removed: Removal[]
  storageKey: string
  wrappedKey: Uint8Array
  keyId: string
}

/** Marks a file as received: only code of ours can, so that no caller can speak of a file that is not theirs. */
export const receivedFile = (file: Omit<ReceivedFile, typeof mark>): ReceivedFile => ({
  ...file,
  [mark]: true,
})

export const isReceivedFile = (value: unknown): value is ReceivedFile =>
  typeof value === 'object' && value !== null && mark in value
