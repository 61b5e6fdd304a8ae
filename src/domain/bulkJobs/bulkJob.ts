/** What can be done with many patients at once. Each has the rules of the action for one patient. */
export const bulkJobKinds = ['assign', 'send_consent', 'add_task', 'export'] as const
export type BulkJobKind = (typeof bulkJobKinds)[number]

export const bulkJobStates = ['running', 'finished', 'cancelled', 'failed'] as const
export type BulkJobState = (typeof bulkJobStates)[number]

export const bulkJobOutcomes = ['done', 'skipped'] as const
export type BulkJobOutcome = (typeof bulkJobOutcomes)[number]

/** The limits: patients per job, patients per user and hour, and days for which results are kept. */
export const BULK = { patients: 1000, patientsPerHour: 10_000, keptDays: 7 } as const
