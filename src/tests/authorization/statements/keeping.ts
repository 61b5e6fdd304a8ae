import { OURS } from '../people.ts'
import type { Statements } from '../statement.ts'
import { adminOnly, but } from '../verdicts.ts'

/** "Delete record (soft): admin", with restoring and legal holds. */
export const keepingQueries: Statements = {
  deletedRecords: {
    verdicts: adminOnly,
    ask: ({ at }) => ({ patientId: at.schedulable.id }),
    shows: () => `${OURS} again.pdf`,
  },
  legalHolds: { verdicts: adminOnly, shows: () => `${OURS} sues the insurer` },
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
  moveRecord: [
    {
      verdicts: adminOnly,
      ask: ({ chart, at, record }) => ({
        patientId: chart.id,
        recordId: record.id,
        toPatientId: at.schedulable.id,
        reason: 'Belongs to another chart',
      }),
      missing: 'chart',
    },
    {
      about: 'that is not in the named chart',
      verdicts: but(adminOnly, { admin: 'not_found' }),
      ask: ({ chart, at, record }) => ({
        patientId: at.schedulable.id,
        recordId: record.id,
        toPatientId: chart.id,
        reason: 'Belongs to another chart',
      }),
      missing: 'record',
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
  placeLegalHold: {
    verdicts: adminOnly,
    ask: ({ chart }) => ({ patientId: chart.id, reason: 'A claim against the insurer' }),
  },
  liftLegalHold: [
    {
      verdicts: adminOnly,
      ask: ({ at, hold }) => ({
        patientId: at.treatment_completed.id,
        legalHoldId: hold.id,
        reason: 'The matter was settled',
      }),
    },
    {
      about: 'through another patient',
      verdicts: but(adminOnly, { admin: 'not_found' }),
      ask: ({ chart, hold }) => ({
        patientId: chart.id,
        legalHoldId: hold.id,
        reason: 'The matter was settled',
      }),
      missing: 'hold',
    },
  ],
}
