export const dataExportStates = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'removed'] as const
export type DataExportState = (typeof dataExportStates)[number]

/**
 * All data of the clinic; all documents of its charts; or the evidence of the audit log: its rows with proofs, and the
 * signed forms.
 */
export const dataExportKinds = ['all_data', 'documents', 'evidence'] as const
export type DataExportKind = (typeof dataExportKinds)[number]

/** What an export has, for a sentence: "an export of all data". */
export const exportName = ({
  kind,
  patientId,
}: {
  kind: DataExportKind
  patientId: string | null
}): string => {
  if (kind === 'all_data') return 'an export of all data'
  if (kind === 'documents') return 'an export of all documents'
  return patientId === null ? 'the evidence about all patients' : 'the evidence about a patient'
}

/** Hours for which a finished export is kept on the server. */
export const DATA_EXPORT_HOURS = 24

/** Whether an export is queued or being written. */
export const isUnderWay = (state: DataExportState): boolean => state === 'waiting' || state === 'running'

type Progress = { state: DataExportState; rowsDone: bigint | number; rowsTotal: bigint | number }

/** How much of an export is written, from 0 to 100. It is 100 only when the file is complete. */
export const percentDone = ({ state, rowsDone, rowsTotal }: Progress): number =>
  state === 'ready' || state === 'removed'
    ? 100
    : Math.min(99, Math.floor((Number(rowsDone) * 100) / Math.max(1, Number(rowsTotal))))
