import { OURS } from '../people.ts'
import type { Statement, Statements } from '../statement.ts'
import { adminOnly, but, everyone, notByKey, ofNobody, ofOwnPatients } from '../verdicts.ts'

/** The result for other staff, who may know the name on a restricted chart. */
const lockedToOthers = but(ofOwnPatients, { staffOther: 'forbidden' })

/** "A restricted chart shows other staff its name and a lock, nothing else." */
export const restrictionQueries: Statements = {
  lockedCharts: [
    {
      verdicts: but(everyone, {
        admin: 'empty',
        staffCreator: 'empty',
        attorneyAssigned: 'empty',
        attorneyOther: 'empty',
      }),
      shows: ({ restricted }) => restricted.id,
    },
    {
      about: 'by another name',
      verdicts: but(everyone, {
        admin: 'empty',
        staffCreator: 'empty',
        staffOther: 'empty',
        attorneyAssigned: 'empty',
        attorneyOther: 'empty',
      }),
      ask: () => ({ search: 'nobody of that name' }),
      shows: ({ restricted }) => restricted.id,
    },
  ],
  lockedChart: {
    verdicts: but(ofNobody, { staffOther: 'allow' }),
    ask: ({ restricted }) => ({ patientId: restricted.id }),
  },
  breakGlasses: { verdicts: notByKey(adminOnly), shows: ({ broken }) => broken.id },
}

/** The restricted patient in the statements of other fields. */
export const restricted = {
  patient: {
    about: 'whose chart is restricted',
    verdicts: lockedToOthers,
    ask: ({ restricted }) => ({ id: restricted.id }),
    shows: () => OURS,
  },
  patientNotes: {
    about: 'of a restricted chart',
    verdicts: lockedToOthers,
    ask: ({ restricted }) => ({ patientId: restricted.id }),
  },
  addNote: {
    about: 'to a restricted chart',
    verdicts: lockedToOthers,
    ask: ({ restricted }) => ({ patientId: restricted.id, content: 'Called' }),
  },
} satisfies Record<string, Statement>

const reason = 'Works at the front desk'

/** "Restrict: admin only. Break-glass: admin not needed, staff yes, attorney never." */
export const restrictionMutations: Statements = {
  restrictPatient: { verdicts: adminOnly, ask: ({ chart }) => ({ patientId: chart.id, reason }) },
  liftRestriction: { verdicts: adminOnly, ask: ({ restricted }) => ({ patientId: restricted.id, reason }) },
  breakGlass: {
    verdicts: notByKey(but(adminOnly, { admin: 'forbidden', staffCreator: 'conflict', staffOther: 'allow' })),
    ask: ({ restricted }) => ({ patientId: restricted.id, reason }),
  },
  reviewBreakGlass: {
    verdicts: notByKey(adminOnly),
    ask: ({ broken }) => ({ breakGlassId: broken.id, remark: 'Called the patient, who was glad' }),
  },
}
