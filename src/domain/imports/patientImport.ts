/** How far an import of patients has come. */
export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'finished',
  'cancelled',
  'failed',
  'abandoned',
] as const
export type ImportState = (typeof importStates)[number]

/** What became of a row of the file, or would. */
export const importOutcomes = ['created', 'duplicate', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What is done with a row that has no address: it is refused, or the patient is marked as having none. */
export const withoutEmailChoices = ['refuse', 'mark'] as const
export type WithoutEmail = (typeof withoutEmailChoices)[number]

/** Bytes of the largest file taken. */
export const IMPORT_FILE_MAX = 50 * 2 ** 20
/** Rows of the longest. */
export const IMPORT_ROWS_MAX = 500_000
/** Hours for which a file lies that nobody imports. */
export const IMPORT_HOURS = 24
/** Days for which it is told what became of each row. */
export const IMPORT_REPORT_DAYS = 30

/** Somebody works on it just now. */
export const isWorkedOn = (state: ImportState): boolean => state === 'checking' || state === 'importing'
/** It may still lead to patients, and its file lies here. */
export const isOpen = (state: ImportState): boolean =>
  state === 'uploaded' || state === 'checked' || isWorkedOn(state)

/** What is wrong with a row: which field, as the person chose it, or the row as a whole. */
export type RowProblem = { field: string; message: string }
