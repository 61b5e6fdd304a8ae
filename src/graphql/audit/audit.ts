import type { AuditListInput } from '#domain/audit/inputs.ts'
import type { BrokenLinkKind as Kind, BrokenLink as Link } from '#domain/audit/integrity.ts'
import { exportAuditLog } from '#operations/audit/exportAuditLog.ts'
import { listAuditLogs } from '#operations/audit/listAuditLogs.ts'
import {
  CHECKED_AT_ONCE_MAX,
  CHECKED_NOW_MAX,
  type AuditIntegrity as Integrity,
  readAuditIntegrity,
} from '#operations/audit/readAuditIntegrity.ts'
import { type Activity as Act, readRecentActivity } from '#operations/audit/readRecentActivity.ts'
import { viewAuditLog } from '#operations/audit/viewAuditLog.ts'
import { type NewestTimeStamp, type NewestTreeHead, readTreeHead } from '#operations/evidence/readTreeHead.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { ReportPart } from '../reports/part.ts'
import { AuditAction, AuditLog } from './AuditLog.ts'

type ArgBuilder = Parameters<Parameters<typeof builder.args>[0]>[0]

const Activity = builder.objectRef<Act>('Activity').implement({
  description: 'A recent action, with the names of those whom the caller may see.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the audit log entry.' }),
    action: t.expose('action', { type: AuditAction, description: 'The action.' }),
    resourceType: t.exposeString('resourceType', { description: 'Type of the resource.' }),
    description: t.exposeString('description', { description: 'A short description of the action.' }),
    userName: t.exposeString('userName', {
      nullable: true,
      description: 'Name of the user who did it; `null` for the patient or the system.',
    }),
    patientId: t.exposeID('patientId', {
      nullable: true,
      description: 'ID of the patient; `null` if there is none that the caller can see.',
    }),
    patientName: t.exposeString('patientName', {
      nullable: true,
      description: 'Name of the patient; `null` if there is none that the caller can see.',
    }),
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
    description: 'One audit log entry. Needs the admin role; the view is also recorded.',
    args: { id: t.arg.id({ required: true, description: 'ID of the entry.' }) },
    resolve: (_root, { id }, context) => viewAuditLog(context, { auditLogId: id }),
  }),
)

const filterArgs = (t: ArgBuilder) => ({
  userId: t.id({ description: 'Only actions by this user.' }),
  patientId: t.id({
    description: 'Only actions on this patient, and lists, reports and exports that returned the patient.',
  }),
  action: t.field({ type: AuditAction, description: 'Only this action.' }),
  resourceType: t.string({ description: 'Only actions on this type of resource, such as `patient`.' }),
  readsOnly: t.boolean({
    description:
      'Only actions that showed data of `patientId`: views, lists, downloads and exports, but not of the audit log.',
  }),
  from: t.field({ type: 'DateTime', description: 'Only actions at or after this time.' }),
  to: t.field({ type: 'DateTime', description: 'Only actions before this time.' }),
  fromDay: t.field({
    type: 'Date',
    description: 'Only actions on or after this day in the clinic’s time zone.',
  }),
  toDay: t.field({
    type: 'Date',
    description: 'Only actions on or before this day in the clinic’s time zone.',
  }),
})

builder.queryField('auditTrail', (t) =>
  t.withAuth({ can: 'audit.read' }).field({
    type: ReportPart,
    complexity: 200,
    description:
      'Part of the filtered audit log for export, newest first. Needs the admin role; recorded as an export.',
    args: {
      ...builder.args(filterArgs),
      first: t.arg.int({
        description: 'Maximum number of rows; at most 2,000, which is also the default.',
      }),
      after: t.arg.string({ description: 'Only rows after this cursor.' }),
    },
    resolve: (_root, { first, after, ...filters }, context) =>
      exportAuditLog(context, filters as AuditListInput, { first, after }),
  }),
)

builder.queryField('auditLogs', (t) =>
  t.withAuth({ can: 'audit.read' }).connection(
    {
      type: AuditLog,
      description:
        'The audit log, newest first. An entry must match all filters. Needs the admin role; the view is also recorded.',
      args: builder.args(filterArgs),
      resolve: async (_root, { first, after, last, before, ...filters }, context) => {
        const page = { first, after, last, before }
        return asConnection(await listAuditLogs(context, filters as AuditListInput, page))
      },
    },
    {
      description: 'One page of the audit log.',
      fields: (connection) => ({
        totalCount: connection.exposeInt('totalCount', {
          nullable: true,
          description:
            'Entries in the whole audit log; `null` if a filter is set, because matches are not counted.',
        }),
        trailCount: connection.exposeInt('trailCount', {
          description: 'Entries in the whole audit log, regardless of the filters.',
        }),
      }),
    },
  ),
)

const BrokenLinkKind = builder.enumType('BrokenLinkKind', {
  description: 'The problem at the place where an audit chain breaks.',
  values: {
    template: {
      description:
        'The version of a consent template with the ID `rowId` was changed after it was saved. It has no chain and no position.',
    },
    backdated: { description: 'This row is older than the row or the signed tree head before it.' },
    evidence_row: { description: 'This row is not the one that was signed in the evidence log.' },
    tree_head: {
      description:
        'The signed tree head with the number `position` is not signed by the evidence key, or the audit log no longer continues from it.',
    },
    clock: {
      description:
        'The clock of the database was set back after the signed tree head with the number `position`.',
    },
    missing: { description: 'The row originally written here is missing.' },
    changed: {
      description: 'This row does not match the hash of the row before it: a row was changed or removed.',
    },
    misplaced: { description: 'This row was inserted, or its hash was changed.' },
    surplus: { description: 'This row is not counted in its audit chain.' },
    unsealed: { description: 'The last row does not match the recorded head of the chain.' },
    rewritten: { description: 'A row found by an earlier check was replaced or removed.' },
    patients: { description: 'The patient IDs stored for this row were changed after it was written.' },
    surplus_patients: {
      description:
        'Patient IDs are stored for a row that is not in the audit log. It has no chain and no position.',
    },
    form_changed: {
      description: 'The signed form or the sealed scan is not the one that this row recorded.',
    },
    form_missing: { description: 'The signed form or the sealed scan that this row recorded is missing.' },
    form_unrecorded: {
      description:
        'The audit log has no row about this form or its sealed scan. It has no chain and no position.',
    },
    edit_changed: {
      description: 'The values kept for this edit are missing, or not those that the row recorded.',
    },
    time_stamp: {
      description:
        'A time stamp of this signed head is not for it, or no trusted service signed it. `position` is the number of the head.',
    },
  } satisfies Record<Kind, object>,
})

const BrokenLink = builder.objectRef<Link>('BrokenLink').implement({
  description: 'The first place where the audit log was altered.',
  fields: (t) => ({
    lane: t.exposeInt('lane', { description: 'Number of the audit chain.' }),
    position: t.exposeInt('position', { description: 'Position in the chain, from 1.' }),
    rowId: t.exposeID('rowId', {
      nullable: true,
      description:
        'ID of the entry there; `null` if there is none. For `form_unrecorded`, the ID of the form.',
    }),
    kind: t.expose('kind', { type: BrokenLinkKind, description: 'The problem.' }),
  }),
})

const AuditIntegrity = builder.objectRef<Integrity>('AuditIntegrity').implement({
  description: 'The result of verifying the hash chain of the audit log.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      description: 'When the whole audit log was last verified.',
    }),
    rows: t.exposeInt('rows', { description: 'Number of entries at that time.' }),
    digest: t.exposeString('digest', {
      description:
        'The digest of that check. It is also written to the server log, which the database cannot change.',
    }),
    rowsSince: t.exposeInt('rowsSince', { description: 'Entries written since then.' }),
    isSinceChecked: t.exposeBoolean('isSinceChecked', {
      description:
        'Whether those were verified just now; false if there are too many or the last check failed.',
    }),
    isIntact: t.exposeBoolean('isIntact', { description: 'Whether all verified entries are unaltered.' }),
    brokenLink: t.expose('brokenLink', {
      type: BrokenLink,
      nullable: true,
      description: 'The first break; `null` if the chain is intact.',
    }),
  }),
})

const TimeStamp = builder.objectRef<NewestTimeStamp>('TimeStamp').implement({
  description: 'What a time-stamp service (RFC 3161) outside the clinic has stamped last.',
  fields: (t) => ({
    service: t.exposeString('service', { description: 'The host name of the service.' }),
    stampedAt: t.expose('stampedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time in its newest time stamp; `null` before the first one.',
    }),
    isLate: t.exposeBoolean('isLate', {
      description:
        'Whether entries have been without its time stamp for a day, after which administrators are alerted.',
    }),
  }),
})

const LockedCopy = builder.objectRef<NonNullable<NewestTreeHead['lockedCopy']>>('LockedCopy').implement({
  description: 'The newest copy of a tree head in a bucket whose Object Lock keeps anyone from changing it.',
  fields: (t) => ({
    copiedAt: t.expose('copiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was copied; `null` before the first one.',
    }),
    isLate: t.exposeBoolean('isLate', {
      description:
        'Whether entries have been without a copy for a day, after which administrators are alerted.',
    }),
  }),
})

const TreeHead = builder.objectRef<NewestTreeHead>('TreeHead').implement({
  description: 'A signed state of the audit log, as a Merkle tree over its entries (RFC 6962).',
  fields: (t) => ({
    size: t.exposeInt('size', { description: 'Number of entries that it covers.' }),
    rootHash: t.exposeString('rootHash', { description: 'The hash over all of them (SHA-256 in hex).' }),
    signedAt: t.expose('signedAt', { type: 'DateTime', description: 'When it was signed.' }),
    isLate: t.exposeBoolean('isLate', {
      description: 'Whether it is older than five minutes, after which administrators are alerted.',
    }),
    timeStamps: t.expose('timeStamps', {
      type: [TimeStamp],
      description: 'The newest time stamp of each service in the settings.',
    }),
    lockedCopy: t.expose('lockedCopy', {
      type: LockedCopy,
      nullable: true,
      description: 'The newest locked copy; `null` if no bucket is set.',
    }),
    mailedAt: t.expose('mailedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one was last mailed to an address outside the clinic; `null` if never.',
    }),
  }),
})

builder.queryField('newestTreeHead', (t) =>
  t.withAuth({ can: 'audit.read' }).field({
    type: TreeHead,
    nullable: true,
    description:
      'The newest signed state of the audit log; `null` before the first one. Needs the admin role. ' +
      '`/.well-known/caseload-evidence.json` has it with its signature.',
    resolve: (_root, _args, context) => readTreeHead(context, {}),
  }),
)

builder.queryField('auditIntegrity', (t) =>
  t.withAuth({ can: 'audit.read' }).field({
    type: AuditIntegrity,
    nullable: true,
    // It reads and hashes up to 100,000 rows, so the cost allows it only a few times per document.
    complexity: 1500,
    description:
      'What the last check of the whole audit log found, and the rows since it, checked now. `null` before the first ' +
      'check of a long audit log. Needs the admin role; reading it is recorded too.',
    args: {
      isSinceWanted: t.arg.boolean({
        defaultValue: true,
        description: 'Whether to verify all newer entries; if false, at most a thousand are verified.',
      }),
    },
    resolve: (_root, { isSinceWanted }, context) =>
      readAuditIntegrity(context, isSinceWanted === false ? CHECKED_AT_ONCE_MAX : CHECKED_NOW_MAX),
  }),
)
