import type { Fixtures } from '../fixtures.ts'
import type { Statement, Statements } from '../statement.ts'
import { adminOnly, but, everyone, notByKey, ofNobody, ofOwnPatients, type Verdicts } from '../verdicts.ts'

type Kind = keyof Fixtures['bulkJobOf']

const jobOf = ({ bulkJobOf }: Fixtures, kind: Kind, user: string) => bulkJobOf[kind][user]?.id ?? ''

/** A job of the caller, and one of a colleague, which does not exist for anyone else. */
const ofJob = (
  kind: Kind,
  argument: string,
  rest: Partial<Statement> & { verdicts: Verdicts },
): Statement[] => [
  { about: 'of oneself', ...rest, ask: (fixtures, own) => ({ [argument]: jobOf(fixtures, kind, own) }) },
  {
    about: 'of a colleague',
    verdicts: ofNobody,
    missing: 'bulkJobOf',
    ask: (fixtures) => ({ [argument]: jobOf(fixtures, kind, fixtures.people.leaver.id) }),
  },
]

/** A job needs at least one visible patient. */
const onOurPatient = (verdicts: Verdicts): Statement => ({
  verdicts,
  ask: ({ chart }) => ({ selection: { patientIds: [chart.id] } }),
})

export const bulkJobQueries: Statements = {
  assignmentPreview: {
    verdicts: adminOnly,
    ask: ({ chart, people }) => ({
      selection: { patientIds: [chart.id] },
      assignedAttorney: people.attorneyOther.id,
    }),
    missing: 'chart',
  },
  consentLanguagePreview: onOurPatient(but(ofOwnPatients, { readKey: 'forbidden' })),
  bulkJob: ofJob('exported', 'id', { verdicts: everyone }),
  // The patient of the other attorney's job is hidden.
  bulkJobRows: ofJob('exported', 'id', { verdicts: everyone }),
  bulkJobReport: ofJob('exported', 'id', { verdicts: everyone }),
}

const ended = {
  admin: 'conflict',
  staffCreator: 'conflict',
  staffOther: 'conflict',
  attorneyAssigned: 'conflict',
  attorneyOther: 'conflict',
} as const

export const bulkJobMutations: Statements = {
  assignPatients: {
    verdicts: adminOnly,
    ask: ({ chart, people }) => ({
      selection: { patientIds: [chart.id] },
      assignedAttorney: people.attorneyOther.id,
    }),
    missing: 'chart',
  },
  sendConsentToPatients: onOurPatient(ofOwnPatients),
  addTaskToPatients: {
    verdicts: ofOwnPatients,
    ask: ({ chart }, own) => ({ selection: { patientIds: [chart.id] }, title: 'Call', assignedTo: own }),
  },
  exportSelectedPatients: onOurPatient(notByKey(ofOwnPatients)),
  undoBulkJob: [
    {
      about: 'of oneself',
      verdicts: adminOnly,
      ask: (fixtures, own) => ({ bulkJobId: jobOf(fixtures, 'assigned', own) }),
    },
    {
      about: 'of a colleague',
      verdicts: but(adminOnly, { admin: 'not_found' }),
      missing: 'bulkJobOf',
      ask: (fixtures) => ({ bulkJobId: jobOf(fixtures, 'assigned', fixtures.people.leaver.id) }),
    },
  ],
  // A running job of each user would keep them from starting another one.
  cancelBulkJob: ofJob('exported', 'bulkJobId', {
    about: 'of oneself, which has ended',
    verdicts: but(everyone, ended),
  }),
}
