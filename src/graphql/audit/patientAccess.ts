import { type PatientAccess as Access, listPatientAccess } from '#operations/audit/listPatientAccess.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { Role } from '../users/User.ts'
import { AuditAction } from './AuditLog.ts'

const PatientAccess = builder.objectRef<Access>('PatientAccess').implement({
  description: 'One access to a patient’s data.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the audit log entry.' }),
    action: t.expose('action', { type: AuditAction, description: 'The action.' }),
    resourceType: t.exposeString('resourceType', { description: 'Type of the resource.' }),
    resourceId: t.exposeString('resourceId', {
      nullable: true,
      description: 'ID of the resource; `null` if none.',
    }),
    description: t.exposeString('description', {
      description: 'The action in plain words, such as “Viewed chart” or “Listed in a search of patients”.',
    }),
    userId: t.exposeID('userId', {
      nullable: true,
      description: 'ID of the user; `null` for a patient, a recipient of records or the system.',
    }),
    userName: t.exposeString('userName', {
      nullable: true,
      description:
        'Name of the user at that time, or the current one for entries from before names were kept; `null` if never known.',
    }),
    userRole: t.expose('userRole', {
      type: Role,
      nullable: true,
      description:
        'Role of the user at that time, or the current one for entries from before roles were kept.',
    }),
    apiKeyName: t.exposeString('apiKeyName', {
      nullable: true,
      description: 'Name of the API key that was used; `null` for a person.',
    }),
    ipAddress: t.exposeString('ipAddress', {
      nullable: true,
      description: 'IP address of the client; `null` for the system.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'User agent of the client; `null` if unknown.',
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
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context) =>
        asConnection(await listPatientAccess(context, patientId, page)),
    },
    { description: 'One page of a patient’s access history.' },
  ),
)
