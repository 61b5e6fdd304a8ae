import type { Statements } from '../statement.ts'
import { adminOnly, but } from '../verdicts.ts'
import { OURS } from '../world.ts'

/** "Delete record (soft): admin", and what becomes of it. */
export const keepingQueries: Statements = {
  deletedRecords: {
    verdicts: adminOnly,
    ask: ({ at }) => ({ patientId: at.schedulable.id }),
    shows: () => `${OURS} again.pdf`,
  },
}

export const keepingMutations: Statements = {
  deleteRecord: [
    { verdicts: adminOnly, ask: ({ chart, record }) => ({ patientId: chart.id, recordId: record.id }) },
    {
      about: 'with the reason',
      verdicts: adminOnly,
      ask: ({ chart, record }) => ({
        patientId: chart.id,
        recordId: record.id,
        reason: 'Belongs to another chart',
      }),
    },
  ],
  restoreRecord: [
    {
      verdicts: adminOnly,
      ask: ({ at, deleted }) => ({ patientId: at.schedulable.id, recordId: deleted.id }),
    },
    {
      about: 'that was not deleted',
      verdicts: but(adminOnly, { admin: 'not_found' }),
      ask: ({ chart, record }) => ({ patientId: chart.id, recordId: record.id }),
      missing: 'record',
    },
  ],
}
