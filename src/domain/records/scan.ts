import type { Actor } from '../access/actor.ts'
import { can } from '../access/policy.ts'
import { conflict, Failure } from '../errors.ts'

/** The malware scan states of a file. */
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
  no_scanner: 'This file was not scanned for viruses',
  too_large: 'This file is too large for the virus scanner',
}

export const isScanReason = (text: string | null): text is ScanReason =>
  (scanReasons as readonly (string | null)[]).includes(text)

const servedStates = ['clean', 'not_scanned'] as const satisfies readonly ScanState[]

/** Whether a record's file may be served in any way. This is the only place that decides it. */
export const isServable = ({ scanState }: { scanState: ScanState }): boolean =>
  (servedStates as readonly ScanState[]).includes(scanState)

/** The same as a query condition: `where: { ...servable }`. */
export const servable: { scanState: { in: ScanState[] } } = { scanState: { in: [...servedStates] } }

const WAITS = 'This file is being scanned for harmful software. Try again in a minute.'
const LOCKED = 'Harmful software was found in this file. It is quarantined and cannot be opened.'

/** Throws `conflict` with the reason if a record's file may not be served. */
export function mustBeServable(record: { scanState: ScanState }): void {
  if (isServable(record)) return
  throw record.scanState === 'infected' ? conflict('file_infected', LOCKED) : conflict('scan_waiting', WAITS)
}

/** Whether an error is about an infected file. */
export const isQuarantined = (error: unknown): boolean =>
  error instanceof Failure && error.facts.reason === 'file_infected'

/** The error for a requested scan without a scanner. */
export const NO_SCANNER =
  'No virus scanner is set up, so files cannot be scanned. See the operator’s guide to set one up.'

const SCAN_DELAYED = 'The virus scanner could not check this file yet'

/** Why the last scan failed. Only users who may request another scan get the details. */
export const scanTroubleFor = (actor: Actor | null, trouble: string | null): string | null =>
  trouble !== null && !can(actor, 'record.rescan') ? SCAN_DELAYED : trouble

/** Whether a user may request another scan: of a file that is stored and does not wait for one already. */
export const isRescannable = (
  actor: Actor | null,
  { nextScanAt, wrappedKey }: { nextScanAt: Date | null; wrappedKey: unknown },
): boolean => can(actor, 'record.rescan') && nextScanAt === null && wrappedKey !== null

/** Minutes to wait after each failed try; the last value repeats. */
const pauses = [1, 2, 5, 10]

/**
 * When to retry a scan that has failed `attempts` times. It is never given up, and the file stays blocked
 * until then.
 */
export function nextScan(attempts: number, now: Date): Date {
  const minutes = pauses[Math.min(attempts, pauses.length) - 1] ?? 1
  return new Date(now.getTime() + minutes * 60_000)
}
