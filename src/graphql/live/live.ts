import { type Change, changeActions } from '#domain/live/notice.ts'
import { followAlerts } from '#operations/live/followAlerts.ts'
import { followChanges } from '#operations/live/followChanges.ts'
import type { AlertNews } from '#operations/live/follower.ts'
import { Alert } from '../alerts/alerts.ts'
import { builder } from '../builder.ts'

const ChangeActionType = builder.enumType('ChangeAction', {
  description:
    'What was done; `missed` says that some changes could not be heard, and all that is shown is to be read again.',
  values: changeActions,
})

const ChangeType = builder.objectRef<Change>('Change').implement({
  description: 'That something changed, and where to read it. It holds nothing of what it says now.',
  fields: (t) => ({
    action: t.expose('action', { type: ChangeActionType, description: 'What was done.' }),
    resourceType: t.exposeString('resourceType', {
      nullable: true,
      description: 'What kind of thing it was done to; `null` when it may be anything.',
    }),
    resourceId: t.exposeString('resourceId', {
      nullable: true,
      description:
        'Which one; `null` for none in particular, or one that is not the caller’s to know any more.',
    }),
    patientId: t.exposeID('patientId', {
      nullable: true,
      description: 'Whose chart; `null` for none, or one that is not the caller’s to know any more.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was heard of.' }),
  }),
})

const AlertsChange = builder.objectRef<AlertNews>('AlertsChange').implement({
  description: 'What is new among the caller’s own alerts.',
  fields: (t) => ({
    unreadCount: t.exposeInt('unreadCount', { description: 'Unread ones among all of them, now.' }),
    alert: t.expose('alert', {
      type: Alert,
      nullable: true,
      description: 'The new one; `null` when some were only read, and at the beginning.',
    }),
  }),
})

builder.subscriptionField('alertsChanged', (t) =>
  t.withAuth({ can: 'live.follow' }).field({
    type: AlertsChange,
    description:
      'The caller’s own alerts as they come and are read, beginning with how many are unread. Ends with the session.',
    subscribe: (_root, _args, context) => followAlerts(context),
    resolve: (news) => news,
  }),
)

builder.subscriptionField('changes', (t) =>
  t.withAuth({ can: 'live.follow' }).field({
    type: ChangeType,
    description:
      'What changes from now on, of all that exists for the caller at that moment, their own alerts among it. Accounts, keys and settings are told to administrators. Ends with the session.',
    subscribe: (_root, _args, context) => followChanges(context),
    resolve: (change) => change,
  }),
)
