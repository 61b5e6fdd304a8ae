/** What a program gets. It gives a task to the user `colleagueId`, and uploads `file`, a PDF. */
export type Given = { baseUrl: string; key: string; colleagueId: string; file: Blob }

/** What every program reports at its end. */
export type Seen = {
  /** Whether the same call added the patient, and then edited them. */
  isNew: boolean[]
  /** Statuses of a change with an old version, and of the same change after reading the patient again. */
  stale: number[]
  /** Whether the call with the same Idempotency-Key gave the same task, without a second one. */
  isSameTask: boolean
  statusAfterSending: string | undefined
  /** The names of the patients, read in pages of one. */
  names: string[]
  identifiersOfRecord: { system: string; value: string }[]
  /** The bytes of the downloaded file. */
  size: number
  /** The reason for refusing a second record with the same identifier. */
  refused: string | undefined
  /** Kinds of objects in the feed of changes. */
  changed: string[]
}

export const SYSTEM = 'https://cases.example.org'
export const named = (value: string) => ({ system: SYSTEM, value })
export const tomas = { firstName: 'Tomas', lastName: 'Silva', email: 'tomas@example.test' }
export const maren = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }
