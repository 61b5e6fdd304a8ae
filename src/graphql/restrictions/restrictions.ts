import { breakGlass } from '#operations/restrictions/breakGlass.ts'
import { liftRestriction } from '#operations/restrictions/liftRestriction.ts'
import { listBreakGlasses } from '#operations/restrictions/listBreakGlasses.ts'
import { type LockedChart as Locked, listLockedCharts } from '#operations/restrictions/listLockedCharts.ts'
import { restrictPatient } from '#operations/restrictions/restrictPatient.ts'
import { reviewBreakGlass } from '#operations/restrictions/reviewBreakGlass.ts'
import { viewLockedChart } from '#operations/restrictions/viewLockedChart.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'
import { selectedNodes } from '../selection.ts'

const LockedChart = builder.objectRef<Locked>('LockedChart').implement({
  description: 'All that staff are shown of a restricted chart that is not open to them.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the patient.' }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
  }),
})

builder.queryField('lockedCharts', (t) =>
  t.withAuth({ can: 'patient.list' }).field({
    type: [LockedChart],
    description:
      'Restricted charts that are locked to the caller, by name; at most 100, and none for administrators and attorneys. They are left out of every other list and count.',
    args: {
      search: t.arg.string({
        description: 'Words that must each occur in the name, without case or accents.',
      }),
    },
    extensions: { input: listLockedCharts.input },
    resolve: (_root, { search }, context) => listLockedCharts(context, { search }),
  }),
)

builder.queryField('lockedChart', (t) =>
  t.withAuth({ can: 'patient.list' }).field({
    type: LockedChart,
    description: 'The name on one chart that is locked to the caller; `not_found` for every other one.',
    args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
    resolve: (_root, { patientId }, context) => viewLockedChart(context, { patientId }),
  }),
)

const reasoned = (name: string, description: string, why: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      patientId: t.id({ required: true, description: 'Key of the patient.' }),
      reason: t.string({ required: true, description: why }),
    }),
  })

const RestrictPatientInput = reasoned(
  'RestrictPatientInput',
  'Whose chart to restrict, and why.',
  'Why, in 10 to 1000 characters, for whoever sees the chart.',
)
const LiftRestrictionInput = reasoned(
  'LiftRestrictionInput',
  'Whose chart to open to all staff again, and why.',
  'Why, in 10 to 1000 characters.',
)
const BreakGlassInput = reasoned(
  'BreakGlassInput',
  'Which locked chart to open, and why.',
  'Why, in 10 to 1000 characters, for every administrator.',
)

builder.mutationField('restrictPatient', (t) =>
  t.withAuth({ can: 'patient.restrict' }).field({
    type: Patient,
    description:
      'Restricts a chart to its creator, its assignee and administrators. `conflict` when it is restricted. Needs the admin role.',
    args: { input: t.arg({ type: RestrictPatientInput, required: true, description: 'Whose, and why.' }) },
    ...runs(restrictPatient),
  }),
)

builder.mutationField('liftRestriction', (t) =>
  t.withAuth({ can: 'patient.restrict' }).field({
    type: Patient,
    description:
      'Opens a restricted chart to all staff again. `conflict` when it is not restricted. Needs the admin role.',
    args: { input: t.arg({ type: LiftRestrictionInput, required: true, description: 'Whose, and why.' }) },
    ...runs(liftRestriction),
  }),
)

builder.mutationField('breakGlass', (t) =>
  t.withAuth({ can: 'patient.breakGlass' }).field({
    type: Patient,
    description:
      'Opens a locked chart to the caller for four hours. Every administrator is told at once. `conflict` when it is open to the caller. Needs the staff role and a person: API keys may not.',
    args: { input: t.arg({ type: BreakGlassInput, required: true, description: 'Which, and why.' }) },
    ...runs(breakGlass),
  }),
)

const BreakGlass = builder.prismaObject('BreakGlass', {
  description: 'A member of staff opened a restricted chart that was locked to them.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the breaking.' }),
    user: t.relation('user', { description: 'Who did it.' }),
    patient: t.relation('patient', { description: 'Whose chart.' }),
    reason: t.exposeString('reason', { description: 'Why, in their words.' }),
    begunAt: t.expose('begunAt', { type: 'DateTime', description: 'When.' }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      description: 'Until when the chart was or is open to them.',
    }),
    remark: t.exposeString('remark', {
      nullable: true,
      description: 'What an administrator found; `null` until it is reviewed.',
    }),
    reviewedBy: t.relation('reviewedBy', {
      nullable: true,
      description: 'Who reviewed it; `null` until then.',
    }),
    reviewedAt: t.expose('reviewedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was reviewed; `null` until then.',
    }),
  }),
})

builder.queryField('breakGlasses', (t) =>
  t.withAuth({ can: 'breakGlass.review' }).connection(
    {
      type: BreakGlass,
      description:
        'Who opened restricted charts that were locked to them, newest first. Needs the admin role.',
      args: {
        isReviewed: t.arg.boolean({
          description: 'Only those that were reviewed; `false` for only those that were not.',
        }),
      },
      resolve: async (_root, { isReviewed, ...page }, context, info) =>
        asConnection(await listBreakGlasses(context, { isReviewed }, page, selectedNodes(context, info))),
    },
    { description: 'One page of breakings of the glass.' },
  ),
)

const ReviewBreakGlassInput = builder.inputType('ReviewBreakGlassInput', {
  description: 'What an administrator found.',
  fields: (t) => ({
    breakGlassId: t.id({ required: true, description: 'Key of the breaking.' }),
    remark: t.string({ required: true, description: 'What they found, in at most 1000 characters.' }),
  }),
})

builder.mutationField('reviewBreakGlass', (t) =>
  t.withAuth({ can: 'breakGlass.review' }).field({
    type: BreakGlass,
    description:
      'Notes once what an administrator found. `conflict` when it was reviewed. Needs the admin role.',
    args: { input: t.arg({ type: ReviewBreakGlassInput, required: true, description: 'Which, and what.' }) },
    ...runs(reviewBreakGlass),
  }),
)
