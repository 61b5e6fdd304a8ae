import { auditActions } from '#domain/audit/descriptions.ts'
import type { AuditPatientScope as PatientScope } from '#infra/prisma/client.ts'
import type { NamedAuditLog } from '#operations/audit/listAuditLogs.ts'
import { builder } from '../builder.ts'

/** What was done. */
export const AuditAction = builder.enumType('AuditAction', {
  description: 'What was done.',
  values: auditActions,
})

const AuditPatientScope = builder.enumType('AuditPatientScope', {
  description: 'Which patients a row of the audit log covers.',
  values: {
    named: { description: 'The patients in `patientIds`.' },
    all: { description: 'Every patient there was.' },
    all_but_dropped: { description: 'Every patient there was, except dropped ones.' },
  } satisfies Record<PatientScope, object>,
})

/** A row of the audit log. */
export const AuditLog = builder.objectRef<NamedAuditLog>('AuditLog').implement({
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
    patientScope: t.expose('patientScope', {
      type: AuditPatientScope,
      nullable: true,
      description:
        'Which patients a list, search, report or export returned; `null` for none beside `patientId`.',
    }),
    patientIds: t.exposeIDList('patientIds', {
      description:
        'The patients that a list, search, report or export returned, where they are `named`; of several pages those of the first.',
    }),
  }),
})
