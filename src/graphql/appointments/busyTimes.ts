import { type BusyTime as Busy, listBusyTimes } from '#operations/appointments/listBusyTimes.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

const BusyParty = builder.enumType('BusyParty', {
  description: 'Who is busy.',
  values: enumValues(['provider', 'patient'], {
    provider: 'The provider',
    patient: 'The patient',
  }),
})

const BusyTime = builder.objectRef<Busy>('BusyTime').implement({
  description: 'A busy time, without the reason.',
  fields: (t) => ({
    of: t.expose('of', { type: BusyParty, description: 'Who is busy; if both are, each has an entry.' }),
    scheduledAt: t.expose('scheduledAt', { type: 'DateTime', description: 'When it begins.' }),
    duration: t.exposeInt('duration', { description: 'Duration in minutes.' }),
  }),
})

builder.queryField('busyTimes', (t) =>
  t.withAuth({ can: 'appointment.seeBusy' }).field({
    type: [BusyTime],
    description:
      'When a provider and a patient are busy on one day, by time. For attorneys, another provider is `not_found`, like a patient they cannot see.',
    args: {
      day: t.arg({ type: 'Date', required: true, description: "The day in the clinic's time zone." }),
      providerId: t.arg.id({
        description: "ID of the provider; by default the prospective provider of the patient's consultation.",
      }),
      patientId: t.arg.id({ description: 'ID of the patient.' }),
      appointmentId: t.arg.id({
        description: 'The appointment that is being moved, which is left out.',
      }),
    },
    extensions: { input: listBusyTimes.input },
    resolve: (_root, args, context) => listBusyTimes(context, args),
  }),
)
