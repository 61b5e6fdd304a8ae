import { type Change, changeActions } from '#domain/live/notice.ts'
import { followAlerts } from '#operations/live/followAlerts.ts'
import { followChanges } from '#operations/live/followChanges.ts'
import type { AlertNews } from '#operations/live/follower.ts'
import { Alert } from '../alerts/alerts.ts'
import { builder } from '../builder.ts'

const ChangeActionType = builder.enumType('ChangeAction', {
  description: 'The change. `missed` means that changes were lost and the client should reload everything.',
  values: changeActions,
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
