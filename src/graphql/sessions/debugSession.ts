import { describeSession, type SessionDescription } from '#operations/sessions/describeSession.ts'
import { builder } from '../builder.ts'
import { Role } from '../users/User.ts'

const DebugSession = builder.objectRef<SessionDescription>('DebugSession').implement({
  description: 'The visitor’s session as far as debugging needs it: no id, no address.',
  fields: (t) => ({
    isAuthenticated: t.exposeBoolean('isAuthenticated', { description: 'Whether a user is signed in.' }),
    role: t.expose('role', {
      type: Role,
      nullable: true,
      description: 'Role of the signed-in user; `null` for a visitor.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session was opened; `null` without one.',
    }),
    seenAt: t.expose('seenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; `null` without one.',
    }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session expires if it is not used again; `null` without a session.',
    }),
  }),
})

builder.queryField('debugSession', (t) =>
  t.field({
    type: DebugSession,
    authScopes: { anyone: true },
    description: 'The visitor’s own session, outside production; there it is `not_found` for everybody.',
    resolve: (_root, _args, context) => describeSession(context, {}),
  }),
)
