import {
  listSignOnConnections,
  prepareSignOnConnection,
  type SignOnConnection as Shape,
} from '#operations/signOn/signOnConnections.ts'
import { builder } from '../builder.ts'

const SignOnConnection = builder.objectRef<Shape>('SignOnConnection').implement({
  description: 'A provider of single sign-on.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the provider, which is in its addresses.' }),
    name: t.exposeString('name', { description: 'Name for the button.' }),
    isConnected: t.exposeBoolean('isConnected', {
      description: 'Whether the caller has connected an account there.',
    }),
  }),
})

builder.queryField('signOnConnections', (t) =>
  t.withAuth({ can: 'session.manage' }).field({
    type: [SignOnConnection],
    description: 'The providers of single sign-on, and which of them the caller has connected.',
    resolve: (_root, _args, context) => listSignOnConnections(context, {}),
  }),
)

builder.mutationField('prepareSignOnConnection', (t) =>
  t.withAuth({ can: 'session.manage' }).boolean({
    description:
      'Call this before opening `/sign-on/<id>` in a browser to connect an account. Connecting needs a sign-in or confirmation ' +
      'within the last 10 minutes, and the page to which the provider returns cannot ask for one. `step_up_required` without it.',
    resolve: (_root, _args, context) => prepareSignOnConnection(context, {}),
  }),
)
