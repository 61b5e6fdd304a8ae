export const dataExportStates = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'removed'] as const
export type DataExportState = (typeof dataExportStates)[number]

/** Hours that a finished export lies on the server. */
export const DATA_EXPORT_HOURS = 24

/** Whether it is still being written, or about to be. */
export const isUnderWay = (state: DataExportState): boolean => state === 'waiting' || state === 'running'
