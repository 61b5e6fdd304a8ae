import { clockAt } from '#domain/clockTime.ts'
import {
  addClosure,
  type CountedClosure,
  listClosures,
  removeClosure,
} from '#operations/appointments/closures.ts'
import {
  countOutsideHours,
  listWorkingHours,
  type OutsideHours as Outside,
  setWorkingHours,
} from '#operations/appointments/workingHours.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import { selected } from '../selection.ts'

const WorkingHours = builder.prismaObject('WorkingHours', {
  description: "Hours of a weekday in which a provider works, on the clinic's clock.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the span.' }),
    providerId: t.exposeID('providerId', { description: 'ID of the provider.' }),
    weekday: t.exposeInt('weekday', { description: '0 is Sunday, 6 is Saturday.' }),
    startsAt: t.string({
      description: 'When the work starts, HH:MM.',
      resolve: ({ startsAt }) => clockAt(startsAt),
    }),
    endsAt: t.string({
      description: 'When it ends, HH:MM; midnight is 24:00.',
      resolve: ({ endsAt }) => clockAt(endsAt),
    }),
  }),
})

const Closure = builder.prismaObject('Closure', {
  description: 'A time in which a provider is away or the whole clinic is closed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the closure.' }),
    providerId: t.exposeID('providerId', {
      nullable: true,
      description: 'ID of the provider; `null` if the whole clinic is closed.',
    }),
    provider: t.relation('provider', {
      nullable: true,
      description: 'The provider; `null` if the whole clinic is closed.',
    }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When it begins.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When it ends.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why; `null` if no reason was given.' }),
    appointmentCount: t.int({
      description:
        'Number of appointments that are scheduled in this time. The closure does not cancel them. Attorneys get the number of their own.',
      resolve: (closure) => (closure as CountedClosure).appointmentCount(),
    }),
    createdBy: t.relation('createdBy', { description: 'User who added it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
})

builder.queryField('workingHours', (t) =>
  t.withAuth({ can: 'appointment.seeBusy' }).field({
    type: [WorkingHours],
    description:
      'Working hours by provider, weekday and time. A provider without any can be booked at any time. Attorneys see only their own.',
    args: { providerId: t.arg.id({ description: 'Only those of this provider.' }) },
    extensions: { input: listWorkingHours.input },
    resolve: (_root, args, context) => listWorkingHours(context, args),
  }),
)

const OutsideHours = builder.objectRef<Outside>('OutsideHours').implement({
  description: 'The coming appointments of a provider that are outside of the working hours.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'Number of appointments; 0 if the provider has no working hours.',
    }),
    nextAt: t.expose('nextAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the first of them is; `null` without any.',
    }),
  }),
})

builder.queryField('appointmentsOutsideHours', (t) =>
  t.withAuth({ can: 'appointment.seeBusy' }).field({
    type: OutsideHours,
    description:
      'The scheduled appointments of a provider that are outside of the working hours, which may have changed since they were booked. Attorneys can ask only about their own: `not_found` otherwise.',
    args: { providerId: t.arg.id({ required: true, description: 'ID of the provider.' }) },
    extensions: { input: countOutsideHours.input },
    resolve: (_root, args, context) => countOutsideHours(context, args),
  }),
)

builder.queryField('closures', (t) =>
  t.withAuth({ can: 'appointment.seeBusy' }).field({
    type: [Closure],
    description:
      'Closures that overlap with a time, by their beginning; at most five hundred. Attorneys see their own and those of the whole clinic.',
    args: {
      from: t.arg({ type: 'DateTime', required: true, description: 'Only those that end after this time.' }),
      to: t.arg({ type: 'DateTime', required: true, description: 'Only those that begin before this time.' }),
    },
    resolve: (_root, args, context, info) => listClosures(context, args, selected(context, info)),
  }),
)

const WorkingSpanInput = builder.inputType('WorkingSpanInput', {
  description: 'Hours of a weekday.',
  fields: (t) => ({
    weekday: t.int({ required: true, description: '0 is Sunday, 6 is Saturday.' }),
    startsAt: t.string({ required: true, description: 'When the work starts, HH:MM.' }),
    endsAt: t.string({ required: true, description: 'When it ends, HH:MM; midnight is 24:00.' }),
  }),
})

const SetWorkingHoursInput = builder.inputType('SetWorkingHoursInput', {
  description: 'All working hours of a provider.',
  fields: (t) => ({
    providerId: t.id({ required: true, description: 'ID of the provider.' }),
    hours: t.field({
      type: [WorkingSpanInput],
      required: true,
      description: 'The hours, at most 28 spans that do not overlap; none if they are unknown.',
    }),
  }),
})

builder.mutationField('setWorkingHours', (t) =>
  t.withAuth({ can: 'availability.edit' }).field({
    type: [WorkingHours],
    description:
      "Replaces a provider's working hours. Users can set their own and administrators everyone's. Appointments stay.",
    args: { input: t.arg({ type: SetWorkingHoursInput, required: true, description: 'The hours.' }) },
    ...runs(setWorkingHours),
  }),
)

const AddClosureInput = builder.inputType('AddClosureInput', {
  description: 'A new closure.',
  fields: (t) => ({
    providerId: t.id({ description: 'ID of the provider; without it the whole clinic is closed.' }),
    startsAt: t.field({ type: 'DateTime', required: true, description: 'When it begins.' }),
    endsAt: t.field({
      type: 'DateTime',
      required: true,
      description: 'When it ends; in the future, and at most 366 days after the beginning.',
    }),
    reason: t.string({ description: 'Why, at most 200 characters; without patient data.' }),
  }),
})

builder.mutationField('addClosure', (t) =>
  t.withAuth({ can: 'availability.edit' }).field({
    type: Closure,
    description:
      "Closes a provider's calendar for some time. Users can close their own, administrators everyone's and the whole clinic. Appointments stay.",
    args: { input: t.arg({ type: AddClosureInput, required: true, description: 'The closure.' }) },
    ...runs(addClosure),
  }),
)

const ClosureIdInput = builder.inputType('ClosureIdInput', {
  description: 'A closure.',
  fields: (t) => ({ closureId: t.id({ required: true, description: 'ID of the closure.' }) }),
})

builder.mutationField('removeClosure', (t) =>
  t.withAuth({ can: 'availability.edit' }).field({
    type: 'ID',
    description: 'Removes a closure and returns its ID. Needs the same permission as adding it.',
    args: { input: t.arg({ type: ClosureIdInput, required: true, description: 'The closure.' }) },
    ...runs(removeClosure),
  }),
)
