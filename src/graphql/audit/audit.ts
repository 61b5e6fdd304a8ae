import { auditActions } from '#domain/audit/descriptions.ts'
import { listAuditLogs, type NamedAuditLog } from '#operations/audit/listAuditLogs.ts'
import { viewAuditLog } from '#operations/audit/viewAuditLog.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'

const AuditAction = builder.enumType('AuditAction', { description: 'What was done.', values: auditActions })

const AuditLog = builder.objectRef<NamedAuditLog>('AuditLog').implement({
  description: 'One act, as it was recorded together with what it did. Rows are never changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the row.' }),
    action: t.expose('action', { type: AuditAction, description: 'What was done.' }),
    resourceType: t.exposeString('resourceType', { description: 'What kind of thing it was done to.' }),
    resourceId: t.exposeString('resourceId', {
      nullable: true,
      description: 'Which one; `null` for none in particular.',
    }),
    userId: t.exposeID('userId', {
      nullable: true,
      description: 'Who did it; `null` for a patient or the system.',
    }),
    userName: t.exposeString('userName', {
      nullable: true,
      description: 'Name behind `userId`; `null` if never known.',
    }),
    patientId: t.exposeID('patientId', { nullable: true, description: 'Whose chart; `null` for none.' }),
    patientName: t.exposeString('patientName', {
      nullable: true,
      description: 'Name behind `patientId`; `null` if never known.',
    }),
    details: t.expose('details', {
      type: 'JSON',
      nullable: true,
      description: 'Field names and counts; never values.',
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

builder.queryField('auditLog', (t) =>
  t.withAuth({ can: 'audit.read' }).field({
    type: AuditLog,
    description: 'One row of the audit trail. Needs the admin role; looking at it is recorded too.',
    args: { id: t.arg.id({ required: true, description: 'Key of the row.' }) },
    resolve: (_root, { id }, context) => viewAuditLog(context, { auditLogId: id }),
  }),
)

builder.queryField('auditLogs', (t) =>
  t.withAuth({ can: 'audit.read' }).connection(
    {
      type: AuditLog,
      description: 'The audit trail, newest first. Needs the admin role; reading it is recorded too.',
      resolve: async (_root, page, context) => asConnection(await listAuditLogs(context, page)),
    },
    {
      description: 'One page of the trail.',
      fields: (connection) => ({
        totalCount: connection.exposeInt('totalCount', { description: 'Rows in the whole trail.' }),
      }),
    },
  ),
)
