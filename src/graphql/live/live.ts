import { FEED_PAGE, type FeedChange, type FeedPage, feedActions } from '#domain/live/changeFeed.ts'
import { type Change, changeActions } from '#domain/live/notice.ts'
import { followAlerts } from '#operations/live/followAlerts.ts'
import { followChanges } from '#operations/live/followChanges.ts'
import type { AlertNews } from '#operations/live/follower.ts'
import { readChanges } from '#operations/live/readChanges.ts'
import { Alert } from '../alerts/alerts.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

/** The actions that a subscription and the feed have in common. */
const changed = {
  created: 'Added',
  updated: 'Changed',
  deleted: 'Deleted',
  imported: 'Added or changed by an import',
  consent_sent: 'A consent form was sent',
  consent_signed: 'A consent form was signed',
  consent_declined: 'The patient declined the consent form',
  consent_voided: 'The consent request was voided',
  consent_expired: 'The consent request expired',
  consent_revoked: 'The patient revoked consent',
  viewed: 'The patient opened the consent form',
}

const ChangeActionType = builder.enumType('ChangeAction', {
  description: 'The change. `missed` means that changes were lost and the client should reload everything.',
  values: enumValues(changeActions, {
    ...changed,
    missed: 'Changes were lost; reload everything',
  }),
})

const ChangeType = builder.objectRef<Change>('Change').implement({
  description: 'A change, and what to reload. It does not contain the new content.',
  fields: (t) => ({
    action: t.expose('action', { type: ChangeActionType, description: 'The action.' }),
    resourceType: t.exposeString('resourceType', {
      nullable: true,
      description: 'Type of the changed object; `null` if it may be any.',
    }),
    resourceId: t.exposeString('resourceId', {
      nullable: true,
      description: 'ID of the object; `null` if there is none or the caller may no longer know it.',
    }),
    patientId: t.exposeID('patientId', {
      nullable: true,
      description: 'ID of the patient; `null` if there is none or the caller may no longer know it.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When the server received the change.' }),
  }),
})

const AlertsChange = builder.objectRef<AlertNews>('AlertsChange').implement({
  description: "What is new among the caller's alerts.",
  fields: (t) => ({
    unreadCount: t.exposeInt('unreadCount', { description: 'Current number of unread alerts.' }),
    alert: t.expose('alert', {
      type: Alert,
      nullable: true,
      description: 'The new alert; `null` if some were only read, and for the first event.',
    }),
  }),
})

builder.subscriptionField('alertsChanged', (t) =>
  t.withAuth({ can: 'alert.list' }).field({
    type: AlertsChange,
    description:
      "Streams the caller's alerts as they are created and read, starting with the unread count. Ends with the session.",
    subscribe: (_root, _args, context) => followAlerts(context),
    resolve: (delivery) => delivery.read(),
  }),
)

builder.subscriptionField('changes', (t) =>
  t.withAuth({ can: 'live.follow' }).field({
    type: ChangeType,
    description:
      'Streams changes to everything that the caller can see at that time, including their alerts. Changes to accounts, keys and settings go to administrators. Ends with the session.',
    subscribe: (_root, _args, context) => followChanges(context),
    resolve: (change) => change,
  }),
)

const FeedActionType = builder.enumType('FeedAction', {
  description:
    'The change. `hidden` means that the caller can no longer see the object and everything about it: remove your copy.',
  values: enumValues(feedActions, {
    ...changed,
    hidden: 'The caller can no longer see the patient; remove your copy',
  }),
})

const FeedChangeType = builder.objectRef<FeedChange>('FeedChange').implement({
  description: 'A change in the feed of changes. It does not contain the new content.',
  fields: (t) => ({
    action: t.expose('action', { type: FeedActionType, description: 'The action.' }),
    resourceType: t.exposeString('resourceType', { description: 'Type of the changed object.' }),
    resourceId: t.exposeString('resourceId', {
      nullable: true,
      description: 'ID of the object; `null` for a change of many, such as a setting.',
    }),
    patientId: t.exposeID('patientId', {
      nullable: true,
      description: 'ID of the patient, if there is one.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was changed.' }),
    isOwn: t.exposeBoolean('isOwn', {
      description: 'Whether the caller changed it, with the same API key or as the same user without one.',
    }),
  }),
})

const FeedPageType = builder.objectRef<FeedPage>('FeedPage').implement({
  description: 'A page of the feed of changes.',
  fields: (t) => ({
    changes: t.expose('changes', { type: [FeedChangeType], description: 'The changes, oldest first.' }),
    cursor: t.exposeString('cursor', {
      description: 'Where this page ends. Pass it as `after` for the next page, now or later.',
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description:
        'Whether there are more now. A page can be empty and have more, if the caller may not see its changes.',
    }),
  }),
})

builder.queryField('changes', (t) =>
  t.withAuth({ can: 'live.follow' }).field({
    type: FeedPageType,
    description:
      'The changes after a cursor to everything that the caller can see now, in order, none missing and none twice. Begin without `after`: the answer has no changes, only the cursor from which to read on.',
    args: {
      after: t.arg.string({ description: 'The `cursor` of an earlier page, of any age.' }),
      first: t.arg.int({
        description: `How many changes, at most ${FEED_PAGE.max}; ${FEED_PAGE.size} when left out.`,
      }),
      types: t.arg.stringList({ description: 'Only changes of objects of these types, such as `patient`.' }),
    },
    // A page examines thousands of audit rows, so a document can have two.
    complexity: { field: 3000 },
    resolve: (_root, args, context) => readChanges(context, args),
  }),
)
