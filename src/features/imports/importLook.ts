import { amountOf } from '#domain/amount.ts'
import { isWorkedOn } from '#domain/imports/patientImport.ts'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'
import type { ImportFacts } from './importDocuments.ts'

type Look = { tone: Tone; icon: IconName; label: string }

/** The badge for each state of an import. */
export const importLook: Record<ImportFacts['state'], Look> = {
  uploaded: { tone: 'info', icon: 'file', label: 'Uploaded' },
  checking: { tone: 'info', icon: 'refresh', label: 'Being checked' },
  checked: { tone: 'ready', icon: 'check', label: 'Checked' },
  importing: { tone: 'info', icon: 'refresh', label: 'Being imported' },
  finished: { tone: 'positive', icon: 'check', label: 'Imported' },
  cancelled: { tone: 'neutral', icon: 'slash', label: 'Cancelled' },
  failed: { tone: 'critical', icon: 'alert', label: 'Failed' },
  abandoned: { tone: 'neutral', icon: 'clock', label: 'Not imported in time' },
}

/** Counts of rows and patients as text. */
export const countRows = (count: number) => amountOf(count, 'row')
export const countPatients = (count: number) => amountOf(count, 'patient')

/** A short summary of an import; shows the progress while it is running. */
export function outcomeOf({ state, rowsDone, rowsTotal, created }: ImportFacts): string {
  if (isWorkedOn(state)) return `${rowsDone.toLocaleString('en-US')} of ${countRows(rowsTotal)}`
  if (state === 'uploaded' || state === 'checked' || state === 'abandoned') return countRows(rowsTotal)
  return `${countPatients(created)} of ${countRows(rowsTotal)}`
}

const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows (Western)',
}
const signs: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

/** The encoding and delimiter of the file. */
export const formatOf = ({ encoding, delimiter }: ImportFacts): string =>
  `${encodings[encoding] ?? encoding}, separated by ${signs[delimiter] ?? delimiter}`
