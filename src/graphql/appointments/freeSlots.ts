import { type FreeSlots as Found, findFreeSlots } from '#operations/appointments/findFreeSlots.ts'
import { builder } from '../builder.ts'

const FreeSlots = builder.objectRef<Found>('FreeSlots').implement({
  description: 'The next free slots. They do not reveal why other times are busy.',
  fields: (t) => ({
    slots: t.expose('slots', {
      type: ['DateTime'],
      description: 'When each slot begins, by time; at most six, which do not overlap.',
    }),
    nextFrom: t.expose('nextFrom', {
      type: 'DateTime',
      nullable: true,
      description:
        'Where to continue the search: pass it as `from`; `null` if that is more than a year ahead.',
    }),
  }),
})

builder.queryField('freeSlots', (t) =>
  t.withAuth({ can: 'appointment.seeBusy' }).field({
    type: FreeSlots,
    description:
      'The next slots in which a provider works and neither the provider nor the patient has an appointment, within 31 days. Without working hours, Monday to Friday from 9 to 5. For attorneys, another provider is `not_found`, like a patient they cannot see.',
    args: {
      from: t.arg({ type: 'DateTime', description: 'The earliest start; by default now.' }),
      duration: t.arg.int({ description: 'Duration in minutes, 5 to 1440; default: 60.' }),
      providerId: t.arg.id({
        description: "ID of the provider; by default the prospective provider of the patient's consultation.",
      }),
      patientId: t.arg.id({ description: 'ID of the patient.' }),
      appointmentId: t.arg.id({ description: 'The appointment that is being moved, which is left out.' }),
    },
    extensions: { input: findFreeSlots.input },
    resolve: (_root, args, context) => findFreeSlots(context, args),
  }),
)
