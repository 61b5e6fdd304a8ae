import { type TimelineEvent as Event, listTimeline } from '#operations/patients/listTimeline.ts'
import { AuditAction } from '../audit/AuditLog.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'

const TimelineEvent = builder.objectRef<Event>('TimelineEvent').implement({
  description: 'Something that happened to a patient.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the event.' }),
    action: t.expose('action', { type: AuditAction, description: 'The action.' }),
    resourceType: t.exposeString('resourceType', { description: 'Type of the resource.' }),
    description: t.exposeString('description', { description: 'What happened, in plain words.' }),
    subject: t.exposeString('subject', {
      nullable: true,
      description:
        'Title of the task or file name of the record; `null` for other events and deleted records.',
    }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the appointment; `null` for other events, and if it was moved after this one.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason of a status change; `null` if none was given.',
    }),
    userName: t.exposeString('userName', {
      nullable: true,
      description: 'Name of the user; `null` for the patient, a recipient of records or the system.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

builder.queryField('patientTimeline', (t) =>
  t.withAuth({ can: 'patient.view' }).connection(
    {
      type: TimelineEvent,
      description:
        'Everything that happened to a patient and that the caller may see, newest first: changes, and what the patient opened. `not_found` if the caller cannot see the patient.',
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context) =>
        asConnection(await listTimeline(context, patientId, page)),
    },
    { description: "One page of a patient's timeline." },
  ),
)
