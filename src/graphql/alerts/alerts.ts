import { type AlertType as AlertTypeName, alertTypeNames, alertTypes } from '#domain/alerts/alertTypes.ts'
import { listAlerts, readAlert, readAllAlerts, viewAlert } from '#operations/alerts/alerts.ts'

import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { enumValues } from '../enumValues.ts'
import { Node } from '../nodes/Node.ts'
import { runs } from '../runs.ts'

/** The alerts without an e-mail, whose subjects describe the others. */
const onlyInApp: Partial<Record<AlertTypeName, string>> = {
  records_forwarded: 'Records were forwarded to you',
  mail_failed: 'An e-mail could not be delivered',
}

const AlertType = builder.enumType('AlertType', {
  description: 'The event that an alert reports.',
  values: enumValues(alertTypeNames, (name) => alertTypes[name].mail ?? onlyInApp[name] ?? ''),
})

/** One alert, as its owner sees it. */
export const Alert = builder.prismaObject('Alert', {
  interfaces: [Node],
  description: 'A notification for one user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the alert.' }),
    type: t.expose('type', { type: AlertType, description: 'The event.' }),
    patientId: t.exposeID('patientId', { nullable: true, description: 'The patient; `null` if none.' }),
    message: t.exposeString('message', { description: 'A sentence to show.' }),
    isRead: t.exposeBoolean('isRead', { description: 'Whether it was read.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

builder.queryField('alerts', (t) =>
  t.withAuth({ can: 'alert.list' }).connection(
    {
      type: Alert,
      description: 'The caller’s own alerts, newest first.',
      resolve: async (_root, page, context) => asConnection(await listAlerts(context, page)),
    },
    {
      description: 'One page of alerts.',
      fields: (connection) => ({
        unreadCount: connection.exposeInt('unreadCount', {
          description: 'Number of unread alerts in total.',
        }),
      }),
    },
  ),
)

builder.queryField('alert', (t) =>
  t.withAuth({ can: 'alert.list' }).field({
    type: Alert,
    description: 'One of the caller’s own alerts. Opening it does not mark it as read.',
    args: { id: t.arg.id({ required: true, description: 'ID of the alert.' }) },
    resolve: (_root, { id }, context) => viewAlert(context, { alertId: id }),
  }),
)

const ReadAlertInput = builder.inputType('ReadAlertInput', {
  description: 'The alert that was read.',
  fields: (t) => ({ alertId: t.id({ required: true, description: 'ID of the alert.' }) }),
})

builder.mutationField('readAlert', (t) =>
  t.withAuth({ can: 'alert.markRead' }).field({
    type: Alert,
    description: 'Marks one of the caller’s alerts as read.',
    args: { input: t.arg({ type: ReadAlertInput, required: true, description: 'Which.' }) },
    ...runs(readAlert),
  }),
)

builder.mutationField('readAllAlerts', (t) =>
  t.withAuth({ can: 'alert.markRead' }).field({
    type: 'Int',
    description: 'Marks all of the caller’s alerts as read and returns how many were unread.',
    resolve: (_root, _args, context) => readAllAlerts(context, {}),
  }),
)
