import { OURS } from '../people.ts'
import type { Statements } from '../statement.ts'
import { but, byPatient, byStepUp, clinicOnly } from '../verdicts.ts'

/** Anyone with the link may open it. Among signed-in users, only the attorney who received it may. */
const byRecipient = but(byPatient, { attorneyAssigned: 'allow', attorneyOther: 'not_found' })

/** "Forward records: admin and staff", and what the links show. */
export const forwardingQueries: Statements = {
  patientForwardings: {
    verdicts: clinicOnly,
    ask: ({ forwarded }) => ({ patientId: forwarded.patient.id }),
    shows: () => `Claim of ${OURS}`,
  },
  patientDisclosures: {
    verdicts: clinicOnly,
    ask: ({ forwarded }) => ({ patientId: forwarded.patient.id }),
    shows: () => `Claim of ${OURS}`,
  },
  disclosureReport: {
    verdicts: clinicOnly,
    ask: ({ forwarded }) => ({ patientId: forwarded.patient.id }),
    shows: () => `Claim of ${OURS}`,
  },
  forwardingInvitation: {
    verdicts: byRecipient,
    ask: ({ forwarded }) => ({ secret: forwarded.link.secret }),
    isOpenedBySecret: true,
  },
  openForwarding: {
    verdicts: byRecipient,
    ask: ({ forwarded }) => ({ secret: forwarded.link.secret }),
    shows: () => OURS,
    isOpenedBySecret: true,
  },
  forwardedFile: {
    verdicts: byRecipient,
    ask: ({ forwarded }) => ({ secret: forwarded.link.secret, recordId: forwarded.record.id }),
    isOpenedBySecret: true,
  },
  forwardedView: {
    verdicts: byRecipient,
    ask: ({ forwarded }) => ({ secret: forwarded.link.secret, recordId: forwarded.record.id }),
    isOpenedBySecret: true,
  },
  forwardedArchive: {
    verdicts: byRecipient,
    ask: ({ forwarded }) => ({ secret: forwarded.link.secret }),
    isOpenedBySecret: true,
  },
}

export const forwardingMutations: Statements = {
  forwardRecords: [
    {
      verdicts: byStepUp(clinicOnly),
      ask: ({ at, treated, people }) => ({
        patientId: at.pending_records.id,
        recordIds: [treated.record.id],
        recipientId: people.attorneyAssigned.id,
        purpose: 'Claim against the insurer',
      }),
    },
    {
      about: 'before the treatment is over',
      verdicts: byStepUp(
        but(clinicOnly, { admin: 'conflict', staffCreator: 'conflict', staffOther: 'conflict' }),
      ),
      ask: ({ chart, record, people }) => ({
        patientId: chart.id,
        recordIds: [record.id],
        recipientId: people.attorneyAssigned.id,
        purpose: 'Claim against the insurer',
      }),
    },
  ],
  withdrawForwarding: {
    verdicts: clinicOnly,
    ask: ({ forwarded }) => ({ patientId: forwarded.patient.id, forwardingId: forwarded.link.id }),
  },
  showForwardingLink: {
    verdicts: clinicOnly,
    ask: ({ forwarded }) => ({ patientId: forwarded.patient.id, forwardingId: forwarded.link.id }),
  },
}
