import { OURS } from '../people.ts'
import type { Statements } from '../statement.ts'
import { but, clinicOnly } from '../verdicts.ts'

/** "Attorneys never read the accounting": admin and staff. */
export const accountingQueries: Statements = {
  patientRequests: { verdicts: clinicOnly, shows: () => OURS },
  accountingOfDisclosures: {
    verdicts: clinicOnly,
    ask: ({ accounting }) => ({ patientId: accounting.patient.id }),
    shows: () => `Visit notes of ${OURS}`,
  },
  accountingReport: {
    verdicts: clinicOnly,
    ask: ({ accounting }) => ({ patientId: accounting.patient.id }),
    shows: () => `Visit notes of ${OURS}`,
  },
  disclosureDocument: [
    {
      verdicts: clinicOnly,
      ask: ({ accounting }) => ({
        patientId: accounting.patient.id,
        manualDisclosureId: accounting.documented.id,
      }),
    },
    {
      about: 'of an entry without one',
      verdicts: but(clinicOnly, {
        admin: 'not_found',
        staffCreator: 'not_found',
        staffOther: 'not_found',
      }),
      ask: ({ at, accounting }) => ({
        patientId: at.treatment_completed.id,
        manualDisclosureId: accounting.plain.id,
      }),
      missing: 'accounting',
    },
  ],
}

const fax = {
  disclosedOn: '2026-01-03',
  channel: 'fax',
  recipientName: 'County Health Department',
  content: 'A laboratory result',
  purpose: 'Reporting a disease',
  basis: 'public_health',
}
const reason = 'Belongs to another patient'

export const accountingMutations: Statements = {
  addManualDisclosure: [
    {
      about: 'with a document',
      verdicts: clinicOnly,
      transport: 'rest',
      ask: ({ chart }) => ({ patientId: chart.id, ...fax, file: 'report.pdf' }),
    },
    {
      verdicts: clinicOnly,
      transport: 'graphql',
      ask: ({ chart }) => ({ patientId: chart.id, ...fax }),
    },
  ],
  strikeManualDisclosure: {
    verdicts: clinicOnly,
    ask: ({ accounting }) => ({
      ...{ patientId: accounting.patient.id, manualDisclosureId: accounting.plain.id },
      reason,
    }),
  },
  suspendManualDisclosure: {
    verdicts: clinicOnly,
    ask: ({ accounting }) => ({
      ...{ patientId: accounting.patient.id, manualDisclosureId: accounting.plain.id },
      ...{ agency: 'King County Sheriff', isOral: false, statedOn: '2026-01-03', endsOn: '2026-06-30' },
    }),
  },
  recordPatientRequest: [
    {
      verdicts: clinicOnly,
      ask: ({ chart }) => ({
        patientId: chart.id,
        kind: 'access',
        details: 'All visit notes',
        receivedOn: '2026-01-03',
      }),
    },
    {
      about: 'while one is open',
      verdicts: but(clinicOnly, { admin: 'conflict', staffCreator: 'conflict', staffOther: 'conflict' }),
      ask: ({ accounting }) => ({
        patientId: accounting.patient.id,
        kind: 'accounting',
        receivedOn: '2026-01-03',
      }),
    },
  ],
  extendPatientRequest: {
    verdicts: clinicOnly,
    ask: ({ accounting }) => ({
      ...{ patientId: accounting.patient.id, patientRequestId: accounting.request.id },
      reason: 'An archive has to be searched',
    }),
  },
  answerPatientRequest: {
    verdicts: clinicOnly,
    ask: ({ accounting }) => ({
      ...{ patientId: accounting.patient.id, patientRequestId: accounting.request.id },
      answeredOn: '2026-01-04',
    }),
  },
}
