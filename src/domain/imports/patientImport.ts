/** The states of a patient import. */
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

/** The results of a row, real or in a trial. */
export const importOutcomes = ['created', 'duplicate', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/**
 * What happens to a row without an e-mail address: it is rejected, or the patient is marked as having none.
 */
export const withoutEmailChoices = ['refuse', 'mark'] as const
export type WithoutEmail = (typeof withoutEmailChoices)[number]

/** The largest accepted file in bytes. */
export const IMPORT_FILE_MAX = 50 * 2 ** 20
/** The maximum number of rows. */
export const IMPORT_ROWS_MAX = 500_000
/** Hours for which an unused file is kept. */
export const IMPORT_HOURS = 24
/** Days for which the row results are kept. */
export const IMPORT_REPORT_DAYS = 30

/** Whether a run is in progress. */
export const isWorkedOn = (state: ImportState): boolean => state === 'checking' || state === 'importing'
/** Whether the import can still create patients, and its file exists. */
export const isOpen = (state: ImportState): boolean =>
  state === 'uploaded' || state === 'checked' || isWorkedOn(state)

/** A problem with a row: the field by its label, or the whole row. */
export type RowProblem = { field: string; message: string }
