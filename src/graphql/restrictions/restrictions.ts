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
  description: 'All that staff see of a restricted chart that is closed to them.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the patient.' }),
    firstName: t.exposeString('firstName', { description: 'Given name of the patient.' }),
    lastName: t.exposeString('lastName', { description: 'Family name of the patient.' }),
  }),
})

builder.queryField('lockedCharts', (t) =>
  t.withAuth({ can: 'patient.list' }).field({
    type: [LockedChart],
    description:
      'Restricted charts that are closed to the caller, by name; at most 100, and none for administrators and attorneys. All other lists and counts exclude them.',
    args: {
      search: t.arg.string({
        description: 'Words that must each occur in the name, ignoring case and accents.',
      }),
    },
    extensions: { input: listLockedCharts.input },
    resolve: (_root, { search }, context) => listLockedCharts(context, { search }),
  }),
)

builder.queryField('lockedChart', (t) =>
  t.withAuth({ can: 'patient.list' }).field({
    type: LockedChart,
    description: 'The name on one chart that is closed to the caller; `not_found` for any other.',
    args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
    resolve: (_root, { patientId }, context) => viewLockedChart(context, { patientId }),
  }),
)

const reasoned = (name: string, description: string, why: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      patientId: t.id({ required: true, description: 'ID of the patient.' }),
      reason: t.string({ required: true, description: why }),
    }),
  })

const RestrictPatientInput = reasoned(
  'RestrictPatientInput',
  'The chart to restrict, and the reason.',
  'The reason, 10 to 1000 characters, visible to everyone who sees the chart.',
)
const LiftRestrictionInput = reasoned(
  'LiftRestrictionInput',
  'The chart to open to all staff again, and the reason.',
  'The reason, 10 to 1000 characters.',
)
const BreakGlassInput = reasoned(
  'BreakGlassInput',
  'The restricted chart to open, and the reason.',
  'The reason, 10 to 1000 characters, visible to every administrator.',
)

builder.mutationField('restrictPatient', (t) =>
  t.withAuth({ can: 'patient.restrict' }).field({
    type: Patient,
    description:
      'Restricts a chart to its creator, its assigned user and administrators. `conflict` if it is restricted already. Needs the admin role.',
    args: {
      input: t.arg({ type: RestrictPatientInput, required: true, description: 'The chart and the reason.' }),
    },
    ...runs(restrictPatient),
  }),
)

builder.mutationField('liftRestriction', (t) =>
  t.withAuth({ can: 'patient.restrict' }).field({
    type: Patient,
    description:
      'Opens a restricted chart to all staff again. `conflict` if it is not restricted. Needs the admin role.',
    args: {
      input: t.arg({ type: LiftRestrictionInput, required: true, description: 'The chart and the reason.' }),
    },
    ...runs(liftRestriction),
  }),
)

builder.mutationField('breakGlass', (t) =>
  t.withAuth({ can: 'patient.breakGlass' }).field({
    type: Patient,
    description:
      'Breaks the glass: opens a restricted chart to the caller for four hours. Every administrator is alerted at once. `conflict` if it is open to the caller. Needs the staff role; not for API keys.',
    args: {
      input: t.arg({ type: BreakGlassInput, required: true, description: 'The chart and the reason.' }),
    },
    ...runs(breakGlass),
  }),
)

const BreakGlass = builder.prismaObject('BreakGlass', {
  description: "A staff member's break-the-glass access to a restricted chart.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the access.' }),
    user: t.relation('user', { description: 'The user.' }),
    patient: t.relation('patient', { description: 'The patient.' }),
    reason: t.exposeString('reason', { description: "The user's reason." }),
    begunAt: t.expose('begunAt', { type: 'DateTime', description: 'When it happened.' }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      description: 'When the access ends or ended.',
    }),
    remark: t.exposeString('remark', {
      nullable: true,
      description: "The administrator's finding; `null` until it is reviewed.",
    }),
    reviewedBy: t.relation('reviewedBy', {
      nullable: true,
      description: 'The reviewer; `null` until it is reviewed.',
    }),
    reviewedAt: t.expose('reviewedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was reviewed; `null` until then.',
    }),
  }),
})

builder.queryField('breakGlasses', (t) =>
  t.withAuth({ can: 'breakGlass.list' }).connection(
    {
      type: BreakGlass,
      description: 'Break-the-glass accesses to restricted charts, newest first. Needs the admin role.',
      args: {
        isReviewed: t.arg.boolean({
          description: 'Only reviewed ones; `false` for only those that are not.',
        }),
      },
      resolve: async (_root, { isReviewed, ...page }, context, info) =>
        asConnection(await listBreakGlasses(context, { isReviewed }, page, selectedNodes(context, info))),
    },
    { description: 'One page of break-the-glass accesses.' },
  ),
)

const ReviewBreakGlassInput = builder.inputType('ReviewBreakGlassInput', {
  description: "An administrator's review.",
  fields: (t) => ({
    breakGlassId: t.id({ required: true, description: 'ID of the access.' }),
    remark: t.string({ required: true, description: 'The finding, at most 1000 characters.' }),
  }),
})

builder.mutationField('reviewBreakGlass', (t) =>
  t.withAuth({ can: 'breakGlass.review' }).field({
    type: BreakGlass,
    description:
      "Records an administrator's review. `conflict` if it was reviewed already. Needs the admin role.",
    args: {
      input: t.arg({
        type: ReviewBreakGlassInput,
        required: true,
        description: 'The access and the finding.',
      }),
    },
    ...runs(reviewBreakGlass),
  }),
)
