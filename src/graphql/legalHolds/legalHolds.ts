import { can } from '#domain/access/policy.ts'
import { liftLegalHold } from '#operations/legalHolds/liftLegalHold.ts'
import { listLegalHolds } from '#operations/legalHolds/listLegalHolds.ts'
import { placeLegalHold } from '#operations/legalHolds/placeLegalHold.ts'
import { standing } from '#operations/legalHolds/standingHolds.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'
import { selectedNodes } from '../selection.ts'

const LegalHold = builder.prismaObject('LegalHold', {
  description:
    'A matter for which a chart is kept as it is: none of its records is deleted or purged meanwhile.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the hold.' }),
    patient: t.relation('patient', { description: 'Whose chart it is.' }),
    reason: t.exposeString('reason', { description: 'For which matter it was placed.' }),
    placedBy: t.relation('placedBy', { description: 'Who placed it.' }),
    placedAt: t.expose('placedAt', { type: 'DateTime', description: 'When it was placed.' }),
    liftReason: t.exposeString('liftReason', {
      nullable: true,
      description: 'Why it ended; `null` while it stands.',
    }),
    liftedBy: t.relation('liftedBy', {
      nullable: true,
      description: 'Who lifted it; `null` while it stands.',
    }),
    liftedAt: t.expose('liftedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was lifted; `null` while it stands.',
    }),
  }),
})

builder.prismaObjectFields(Patient, (t) => ({
  isOnLegalHold: t.boolean({
    nullable: true,
    description: 'Whether a legal hold stands on the chart; `null` for attorneys, who are not told.',
    select: { legalHolds: { ...standing, select: { id: true } } },
    resolve: ({ legalHolds }, _args, { actor }) =>
      can(actor, 'legalHold.see') ? legalHolds.length > 0 : null,
  }),
  legalHolds: t.field({
    type: [LegalHold],
    nullable: true,
    description: 'The holds that stand on the chart, the oldest first; `null` for all but administrators.',
    select: (_args, _context, nested) => ({ legalHolds: nested(standing) }),
    resolve: ({ legalHolds }, _args, { actor }) => (can(actor, 'legalHold.list') ? legalHolds : null),
  }),
}))

builder.queryField('legalHolds', (t) =>
  t.withAuth({ can: 'legalHold.list' }).connection(
    {
      type: LegalHold,
      description: 'Legal holds of the whole clinic, the last one placed first. Needs the admin role.',
      args: {
        isLifted: t.arg.boolean({ description: 'Those that were lifted, in place of those that stand.' }),
      },
      resolve: async (_root, { isLifted, ...page }, context, info) =>
        asConnection(await listLegalHolds(context, { isLifted }, page, selectedNodes(context, info))),
    },
    { description: 'One page of legal holds.' },
  ),
)

const PlaceLegalHoldInput = builder.inputType('PlaceLegalHoldInput', {
  description: 'Which chart to hold, and for what.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    reason: t.string({ required: true, description: 'The matter, in 10 to 1000 characters.' }),
  }),
})

builder.mutationField('placeLegalHold', (t) =>
  t.withAuth({ can: 'legalHold.place' }).field({
    type: LegalHold,
    description:
      'Places a legal hold on a chart: from now on none of its records is deleted or purged. Needs the admin role.',
    args: { input: t.arg({ type: PlaceLegalHoldInput, required: true, description: 'Whose, and why.' }) },
    ...runs(placeLegalHold),
  }),
)

const LiftLegalHoldInput = builder.inputType('LiftLegalHoldInput', {
  description: 'Which legal hold to lift, and why.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    legalHoldId: t.id({ required: true, description: 'Key of the hold.' }),
    reason: t.string({ required: true, description: 'Why it ends, in 10 to 1000 characters.' }),
  }),
})

builder.mutationField('liftLegalHold', (t) =>
  t.withAuth({ can: 'legalHold.lift' }).field({
    type: LegalHold,
    description: 'Lifts a legal hold; `conflict` when it was lifted already. Needs the admin role.',
    args: { input: t.arg({ type: LiftLegalHoldInput, required: true, description: 'Which, and why.' }) },
    ...runs(liftLegalHold),
  }),
)
