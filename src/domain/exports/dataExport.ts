export const dataExportStates = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'removed'] as const
export type DataExportState = (typeof dataExportStates)[number]

/** Hours for which a finished export is kept on the server. */
export const DATA_EXPORT_HOURS = 24

/** Whether an export is queued or being written. */
export const isUnderWay = (state: DataExportState): boolean => state === 'waiting' || state === 'running'
