import { can } from '#domain/access/policy.ts'
import { isHeldFor } from '#domain/legalHolds/legalHold.ts'
import {
  activeHolds,
  liftLegalHold,
  listLegalHolds,
  placeLegalHold,
} from '#operations/legalHolds/legalHolds.ts'

import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'
import { selectedNodes } from '../selection.ts'

const LegalHold = builder.prismaObject('LegalHold', {
  description: 'A legal hold on a chart. None of its records can be deleted or purged while it is active.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the hold.' }),
    patient: t.relation('patient', { description: 'The patient.' }),
    reason: t.exposeString('reason', { description: 'The matter for which it was placed.' }),
    placedBy: t.relation('placedBy', { description: 'User who placed it.' }),
    placedAt: t.expose('placedAt', { type: 'DateTime', description: 'When it was placed.' }),
    liftReason: t.exposeString('liftReason', {
      nullable: true,
      description: 'Why it was lifted; `null` while it is active.',
    }),
    liftedBy: t.relation('liftedBy', {
      nullable: true,
      description: 'User who lifted it; `null` while it is active.',
    }),
    liftedAt: t.expose('liftedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was lifted; `null` while it is active.',
    }),
  }),
})

builder.prismaObjectFields(Patient, (t) => ({
  isOnLegalHold: t.boolean({
    nullable: true,
    description: 'Whether the chart is on legal hold; `null` for attorneys, who may not know.',
    select: { legalHolds: { ...activeHolds, select: { id: true } } },
    resolve: ({ legalHolds }, _args, { actor }) => isHeldFor(actor, legalHolds),
  }),
  legalHolds: t.field({
    type: [LegalHold],
    nullable: true,
    description: 'The active holds on the chart, oldest first; `null` except for administrators.',
    select: (_args, _context, nested) => ({ legalHolds: nested(activeHolds) }),
    resolve: ({ legalHolds }, _args, { actor }) => (can(actor, 'legalHold.list') ? legalHolds : null),
  }),
}))

builder.queryField('legalHolds', (t) =>
  t.withAuth({ can: 'legalHold.list' }).connection(
    {
      type: LegalHold,
      description: 'Legal holds of the whole clinic, the latest first. Needs the admin role.',
      args: {
        isLifted: t.arg.boolean({ description: 'Whether to list lifted holds instead of active ones.' }),
      },
      resolve: async (_root, { isLifted, ...page }, context, info) =>
        asConnection(await listLegalHolds(context, { isLifted }, page, selectedNodes(context, info))),
    },
    { description: 'One page of legal holds.' },
  ),
)

const PlaceLegalHoldInput = builder.inputType('PlaceLegalHoldInput', {
  description: 'The chart to hold, and the reason.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    reason: t.string({ required: true, description: 'The matter, 10 to 1000 characters.' }),
  }),
})

builder.mutationField('placeLegalHold', (t) =>
  t.withAuth({ can: 'legalHold.place' }).field({
    type: LegalHold,
    description:
      'Places a legal hold on a chart. None of its records can be deleted or purged until it is lifted. Needs the admin role.',
    args: {
      input: t.arg({ type: PlaceLegalHoldInput, required: true, description: 'The chart and the reason.' }),
    },
    ...runs(placeLegalHold),
  }),
)

const LiftLegalHoldInput = builder.inputType('LiftLegalHoldInput', {
  description: 'The legal hold to lift, and the reason.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    legalHoldId: t.id({ required: true, description: 'ID of the hold.' }),
    reason: t.string({ required: true, description: 'The reason, 10 to 1000 characters.' }),
  }),
})

builder.mutationField('liftLegalHold', (t) =>
  t.withAuth({ can: 'legalHold.lift' }).field({
    type: LegalHold,
    description: 'Lifts a legal hold; `conflict` if it was lifted already. Needs the admin role.',
    args: {
      input: t.arg({ type: LiftLegalHoldInput, required: true, description: 'The hold and the reason.' }),
    },
    ...runs(liftLegalHold),
  }),
)
