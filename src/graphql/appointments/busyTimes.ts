import { type BusyTime as Busy, listBusyTimes } from '#operations/appointments/listBusyTimes.ts'
import { builder } from '../builder.ts'

const BusyParty = builder.enumType('BusyParty', {
  description: 'Who is taken.',
  values: ['provider', 'patient'] as const,
})

const BusyTime = builder.objectRef<Busy>('BusyTime').implement({
  description: 'A time at which somebody is taken, and nothing of why.',
  fields: (t) => ({
    of: t.expose('of', { type: BusyParty, description: 'Who is taken; where both are, each has an entry.' }),
    scheduledAt: t.expose('scheduledAt', { type: 'DateTime', description: 'From when.' }),
    duration: t.exposeInt('duration', { description: 'Minutes.' }),
  }),
})

builder.queryField('busyTimes', (t) =>
  t.withAuth({ can: 'appointment.seeBusy' }).field({
    type: [BusyTime],
    description:
      'When a provider and a patient are taken on one day of the clinic, by time. To attorneys another provider is `not_found`, like a patient of somebody else.',
    args: {
      day: t.arg({ type: 'Date', required: true, description: 'The day, on the clinic’s calendar.' }),
      providerId: t.arg.id({
        description: 'Key of the provider; left out for whoever would hold the patient’s consultation.',
      }),
      patientId: t.arg.id({ description: 'Key of the patient.' }),
      appointmentId: t.arg.id({
        description: 'The appointment that is being moved, which is in nobody’s way.',
      }),
    },
    extensions: { input: listBusyTimes.input },
    resolve: (_root, args, context) => listBusyTimes(context, args as never),
  }),
)
