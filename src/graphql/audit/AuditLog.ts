import { auditActions } from '#domain/audit/descriptions.ts'
import type { AuditPatientScope as PatientScope } from '#infra/prisma/client.ts'
import type { NamedAuditLog } from '#operations/audit/listAuditLogs.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { Node } from '../nodes/Node.ts'
import { Role } from '../users/User.ts'

/** The recorded action. */
export const AuditAction = builder.enumType('AuditAction', {
  description: 'The recorded action.',
  values: enumValues(auditActions, {
    created: 'Something was added',
    updated: 'Something was changed',
    deleted: 'Something was deleted',
    viewed: 'One object was opened',
    listed: 'A list was shown',
    downloaded: 'A file was downloaded',
    exported: 'A report or an export was made',
    imported: 'Patients or records were imported',
    consent_sent: 'A consent form was sent',
    consent_signed: 'A consent form was signed',
    consent_declined: 'A patient declined a consent form',
    consent_voided: 'A consent request was voided',
    consent_expired: 'A consent request expired',
    consent_revoked: 'A patient revoked consent',
    login: 'A user signed in',
    login_failed: 'A sign-in failed',
    logout: 'A user signed out, or a session ended',
    locked: 'Sign-in or a signing link was locked after failed attempts',
    denied: 'An action was refused',
    break_glass: 'A restricted chart was opened in an emergency',
  }),
})

const AuditPatientScope = builder.enumType('AuditPatientScope', {
  description: 'Which patients a row of the audit log covers.',
  values: {
    named: { description: 'The patients in `patientIds`.' },
    all: { description: 'All patients at that time.' },
    all_but_dropped: { description: 'All patients at that time, except dropped ones.' },
  } satisfies Record<PatientScope, object>,
})

/** A row of the audit log. */
export const AuditLog = builder.objectRef<NamedAuditLog>('AuditLog').implement({
  interfaces: [Node],
  description: 'One action, recorded in the same transaction as its change. Entries never change.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the entry.' }),
    action: t.expose('action', { type: AuditAction, description: 'The action.' }),
    resourceType: t.exposeString('resourceType', { description: 'Type of the resource.' }),
    resourceId: t.exposeString('resourceId', {
      nullable: true,
      description: 'ID of the resource; `null` if none.',
    }),
    userId: t.exposeID('userId', {
      nullable: true,
      description: 'ID of the user; `null` for a patient or the system.',
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
        'Role of the user at that time; `null` for a patient, the system and entries from before roles were kept.',
    }),
    patientId: t.exposeID('patientId', { nullable: true, description: 'ID of the patient; `null` if none.' }),
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
      description: 'IP address of the client; `null` for the system.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'User agent of the client; `null` if unknown.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    patientScope: t.expose('patientScope', {
      type: AuditPatientScope,
      nullable: true,
      description:
        'Patients that a list, search, report or export returned; `null` if only `patientId` applies.',
    }),
    patientIds: t.exposeIDList('patientIds', {
      description:
        'The patients that a list, search, report or export returned, if the scope is `named`. For several pages, those of the first page.',
    }),
  }),
})
