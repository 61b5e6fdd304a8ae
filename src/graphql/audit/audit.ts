import type { AuditListInput } from '#domain/audit/inputs.ts'
import type { BrokenLinkKind as Kind, BrokenLink as Link } from '#domain/audit/integrity.ts'
import { exportTrail } from '#operations/audit/exportTrail.ts'
import { listAuditLogs } from '#operations/audit/listAuditLogs.ts'
import {
  CHECKED_AT_ONCE_MAX,
  CHECKED_NOW_MAX,
  type AuditIntegrity as Integrity,
  readAuditIntegrity,
} from '#operations/audit/readAuditIntegrity.ts'
import { type Activity as Act, readRecentActivity } from '#operations/audit/readRecentActivity.ts'
import { viewAuditLog } from '#operations/audit/viewAuditLog.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { ReportPart } from '../reports/part.ts'
import { AuditAction, AuditLog } from './AuditLog.ts'

type ArgBuilder = Parameters<Parameters<typeof builder.args>[0]>[0]

const Activity = builder.objectRef<Act>('Activity').implement({
  description: 'Something that was done, in a sentence that names nobody.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the act.' }),
    action: t.expose('action', { type: AuditAction, description: 'What was done.' }),
    resourceType: t.exposeString('resourceType', { description: 'What kind of thing it was done to.' }),
    description: t.exposeString('description', { description: 'The act in a few words.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

builder.queryField('recentActivity', (t) =>
  t.withAuth({ can: 'activity.read' }).field({
    type: [Activity],
    description:
      'The last five acts, newest first; an attorney’s are those on their patients and their own. Looking at something ' +
      'is not among them.',
    resolve: (_root, _args, context) => readRecentActivity(context, {}),
  }),
)

builder.queryField('auditLog', (t) =>
  t.withAuth({ can: 'audit.read' }).field({
    type: AuditLog,
    description: 'One row of the audit trail. Needs the admin role; looking at it is recorded too.',
    args: { id: t.arg.id({ required: true, description: 'Key of the row.' }) },
    resolve: (_root, { id }, context) => viewAuditLog(context, { auditLogId: id }),
  }),
)

const trailArgs = (t: ArgBuilder) => ({
  userId: t.id({ description: 'Only acts of this user.' }),
  patientId: t.id({
    description: 'Only acts on this patient, and lists, reports and exports that returned the patient.',
  }),
  action: t.field({ type: AuditAction, description: 'Only acts of this kind.' }),
  resourceType: t.string({ description: 'Only acts on things of this kind, such as `patient`.' }),
  readsOnly: t.boolean({
    description:
      'Only acts that showed data of `patientId`: views, lists, downloads and exports, but not of the audit log.',
  }),
  from: t.field({ type: 'DateTime', description: 'Only acts at this instant or later.' }),
  to: t.field({ type: 'DateTime', description: 'Only acts before this instant.' }),
  fromDay: t.field({ type: 'Date', description: 'Only acts on this day of the clinic or later.' }),
  toDay: t.field({ type: 'Date', description: 'Only acts on this day of the clinic or before.' }),
})

builder.queryField('auditTrail', (t) =>
  t.withAuth({ can: 'audit.read' }).field({
    type: ReportPart,
    complexity: 200,
    description:
      'A part of the filtered trail to be written down elsewhere, newest first. Needs the admin role; recorded as an export.',
    args: {
      ...builder.args(trailArgs),
      first: t.arg.int({
        description: 'At most so many rows; up to 2,000, which is also what it is without.',
      }),
      after: t.arg.string({ description: 'Only rows behind this cursor.' }),
    },
    resolve: (_root, { first, after, ...filters }, context) =>
      exportTrail(context, filters as AuditListInput, { first, after }),
  }),
)

builder.queryField('auditLogs', (t) =>
  t.withAuth({ can: 'audit.read' }).connection(
    {
      type: AuditLog,
      description:
        'The audit trail, newest first; filters narrow it together. Needs the admin role; reading it is recorded too.',
      args: builder.args(trailArgs),
      resolve: async (_root, { first, after, last, before, ...filters }, context) => {
        const page = { first, after, last, before }
        return asConnection(await listAuditLogs(context, filters as AuditListInput, page))
      },
    },
    {
      description: 'One page of the trail.',
      fields: (connection) => ({
        totalCount: connection.exposeInt('totalCount', {
          nullable: true,
          description: 'Rows in the whole trail; `null` when a filter is set, because a part is not counted.',
        }),
        trailCount: connection.exposeInt('trailCount', {
          description: 'Rows in the whole trail, whatever the filters.',
        }),
      }),
    },
  ),
)

const BrokenLinkKind = builder.enumType('BrokenLinkKind', {
  description: 'What is wrong where the chain of the audit trail breaks.',
  values: {
    missing: { description: 'The row that was written here is gone.' },
    changed: {
      description:
        'This row does not follow from the one before: one was changed, or one between them taken out.',
    },
    misplaced: { description: 'This row was put here, or its hash was changed.' },
    surplus: { description: 'This row stands outside its lane, which does not count it.' },
    unsealed: { description: 'The last row of the lane is not the one that the lane remembers.' },
    rewritten: { description: 'The row that an earlier check found here is another one now, or gone.' },
    patients: { description: 'The patient ids kept beside this row are not those that it was written with.' },
    surplus_patients: {
      description:
        'Patient ids are kept for this row, which is not in the audit log; it has no lane and no position.',
    },
  } satisfies Record<Kind, object>,
})

const BrokenLink = builder.objectRef<Link>('BrokenLink').implement({
  description: 'The first place where the audit trail is not what was written.',
  fields: (t) => ({
    lane: t.exposeInt('lane', { description: 'Which of the lanes that the trail is chained in.' }),
    position: t.exposeInt('position', { description: 'The place in the lane, from 1.' }),
    rowId: t.exposeID('rowId', {
      nullable: true,
      description: 'Key of the row there; `null` where none stands.',
    }),
    kind: t.expose('kind', { type: BrokenLinkKind, description: 'What is wrong with it.' }),
  }),
})

const AuditIntegrity = builder.objectRef<Integrity>('AuditIntegrity').implement({
  description: 'Whether the audit trail is what was written, by the hashes that chain its rows.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      description: 'When the whole trail was checked last.',
    }),
    rows: t.exposeInt('rows', { description: 'Rows the whole trail had then.' }),
    digest: t.exposeString('digest', {
      description: 'The digest of that check; the same stands in the log, out of reach of the database.',
    }),
    rowsSince: t.exposeInt('rowsSince', { description: 'Rows written since.' }),
    isSinceChecked: t.exposeBoolean('isSinceChecked', {
      description:
        'Whether those were checked just now; false when they are too many, or after a broken check.',
    }),
    isIntact: t.exposeBoolean('isIntact', { description: 'Whether everything checked is what was written.' }),
    brokenLink: t.expose('brokenLink', {
      type: BrokenLink,
      nullable: true,
      description: 'Where the chain breaks first; `null` while it is intact.',
    }),
  }),
})

builder.queryField('auditIntegrity', (t) =>
  t.withAuth({ can: 'audit.read' }).field({
    type: AuditIntegrity,
    nullable: true,
    // It reads and hashes up to 100,000 rows, so one document asks for it a few times at most.
    complexity: 1500,
    description:
      'What the last check of the whole trail found, and the rows since it, checked now. `null` before the first ' +
      'check of a long trail. Needs the admin role; reading it is recorded too.',
    args: {
      isSinceWanted: t.arg.boolean({
        defaultValue: true,
        description:
          'Whether the rows since it are worth waiting for; false checks up to a thousand of them.',
      }),
    },
    resolve: (_root, { isSinceWanted }, context) =>
      readAuditIntegrity(context, isSinceWanted === false ? CHECKED_AT_ONCE_MAX : CHECKED_NOW_MAX),
  }),
)
