import { Failure } from '../errors.ts'

/** What a scanner of viruses has said of a file: nothing yet, nothing found, something found, and that it did not look. */
export const scanStates = ['waiting', 'clean', 'infected', 'not_scanned'] as const
export type ScanState = (typeof scanStates)[number]

/** Why a file was not scanned. */
export const scanReasons = ['no_scanner', 'too_large'] as const
export type ScanReason = (typeof scanReasons)[number]

export const scanLabels: Record<ScanState, string> = {
  waiting: 'Being scanned',
  clean: 'Clean',
  infected: 'Infected',
  not_scanned: 'Not scanned',
}

export const scanReasonTexts: Record<ScanReason, string> = {
  no_scanner: 'No virus scanner looked at this file',
  too_large: 'This file is larger than the virus scanner takes',
}

export const isScanReason = (text: string | null): text is ScanReason =>
  (scanReasons as readonly (string | null)[]).includes(text)

const servedStates = ['clean', 'not_scanned'] as const satisfies readonly ScanState[]

/** Whether the file of a record may be given to anybody, by any way. The one place where that is decided. */
export const isServable = ({ scanState }: { scanState: ScanState }): boolean =>
  (servedStates as readonly ScanState[]).includes(scanState)

/** The same as a condition on records, for queries: `where: { ...servable }`. */
export const servable: { scanState: { in: ScanState[] } } = { scanState: { in: [...servedStates] } }

const WAITS = 'This file is being scanned for harmful software. Try again in a minute.'
const LOCKED = 'Harmful software was found in this file, so it is locked away and given to nobody.'

/** Throws `conflict` with the reason where the file of a record may not be given out. */
export function mustBeServable(record: { scanState: ScanState }): void {
  if (!isServable(record)) throw new Failure('conflict', record.scanState === 'infected' ? LOCKED : WAITS)
}

/** Whether an error is the refusal of a file that was found infected. */
export const isLockedAway = (error: unknown): boolean => error instanceof Failure && error.message === LOCKED

/** Said where somebody asks for a scan and nobody is there to do it. */
export const NO_SCANNER =
  "No virus scanner is set up, so nothing can be scanned. The operator's guide says how to set one up."

/** Said of a scan that came to no end, to who cannot do anything about the scanner. */
export const SCAN_DELAYED = 'The virus scanner could not look at this file yet'

/** Minutes to wait after each try that came to no end; the last goes on. */
const pauses = [1, 2, 5, 10]

/** When a file is scanned again whose `attempts`th try came to no end. It is never given up: until then nobody gets it. */
export function nextScan(attempts: number, now: Date): Date {
  const minutes = pauses[Math.min(attempts, pauses.length) - 1] ?? 1
  return new Date(now.getTime() + minutes * 60_000)
}
