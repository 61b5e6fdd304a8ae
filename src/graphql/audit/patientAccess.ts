import { type PatientAccess as Access, listPatientAccess } from '#operations/audit/listPatientAccess.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { Role } from '../users/User.ts'
import { AuditAction } from './AuditLog.ts'

const PatientAccess = builder.objectRef<Access>('PatientAccess').implement({
  description: 'One time that a patient’s data was read or changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the row of the audit log.' }),
    action: t.expose('action', { type: AuditAction, description: 'What was done.' }),
    resourceType: t.exposeString('resourceType', { description: 'What kind of thing it was done to.' }),
    resourceId: t.exposeString('resourceId', {
      nullable: true,
      description: 'Which one; `null` for none in particular.',
    }),
    description: t.exposeString('description', {
      description:
        'What was done, in plain words, such as “Viewed chart” or “Listed in a search of patients”.',
    }),
    userId: t.exposeID('userId', {
      nullable: true,
      description: 'Who did it; `null` for a patient, a recipient of records or the system.',
    }),
    userName: t.exposeString('userName', {
      nullable: true,
      description: 'Name behind `userId`; `null` if never known.',
    }),
    userRole: t.expose('userRole', {
      type: Role,
      nullable: true,
      description: 'The role that the user has now.',
    }),
    apiKeyName: t.exposeString('apiKeyName', {
      nullable: true,
      description: 'Name of the API key that was used; `null` for a person.',
    }),
    ipAddress: t.exposeString('ipAddress', {
      nullable: true,
      description: 'Where it came from; `null` for the system.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The program that asked; `null` when it did not say.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

builder.queryField('patientAccess', (t) =>
  t.withAuth({ can: 'audit.read' }).connection(
    {
      type: PatientAccess,
      description:
        'Who has seen or changed anything of a patient, newest first, including lists, searches, reports and exports that ' +
        'returned the patient. Needs the admin role; reading it is recorded too.',
      args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context) =>
        asConnection(await listPatientAccess(context, patientId, page)),
    },
    { description: 'One page of a patient’s access history.' },
  ),
)
