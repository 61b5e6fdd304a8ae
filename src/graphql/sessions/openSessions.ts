import { endOtherSessions, endSession, endUserSessions } from '#operations/sessions/endSessions.ts'
import {
  listMySessions,
  listUserSessions,
  type OpenSession as OpenSessionShape,
} from '#operations/sessions/openSessions.ts'
import { reportSession } from '#operations/sessions/reportSession.ts'

import { builder } from '../builder.ts'
import { runs } from '../runs.ts'

const OpenSession = builder.objectRef<OpenSessionShape>('OpenSession').implement({
  description: 'A sign-in of a user in one browser or program.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Name of the session, to end it by; opens nothing.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user signed in.' }),
    seenAt: t.expose('seenAt', { type: 'DateTime', description: 'When it was last used, to the minute.' }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      description: 'When the session expires if it is not used again.',
    }),
    ipAddress: t.exposeString('ipAddress', {
      nullable: true,
      description: 'The IP address of the sign-in; `null` if unknown.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The `User-Agent` header of the browser or program; `null` without one.',
    }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether it is the session that asks.' }),
  }),
})

builder.queryField('mySessions', (t) =>
  t.withAuth({ can: 'session.manage' }).field({
    type: [OpenSession],
    description: 'Where the caller is signed in, last used first; at most 100.',
    resolve: (_root, _args, context) => listMySessions(context, {}),
  }),
)

builder.queryField('userSessions', (t) =>
  t.withAuth({ can: 'user.endSessions' }).field({
    type: [OpenSession],
    description: 'The sessions of a user, last used first; at most 100. Needs the admin role.',
    args: { userId: t.arg.id({ required: true, description: 'ID of the user.' }) },
    resolve: (_root, { userId }, context) => listUserSessions(context, { userId }),
  }),
)

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'Which session to end.',
  fields: (t) => ({
    sessionId: t.id({ required: true, description: 'Its `id` in `mySessions`.' }),
  }),
})

builder.mutationField('endSession', (t) =>
  t.withAuth({ can: 'session.manage' }).field({
    type: 'Boolean',
    description: 'Ends one of the caller’s own sessions. `not_found` for one that has ended or is another’s.',
    args: { input: t.arg({ type: EndSessionInput, required: true, description: 'Which.' }) },
    extensions: { input: endSession.input },
    resolve: async (_root, { input }, context) => {
      const { wasCurrent } = await endSession(context, input)
      if (wasCurrent) context.carrySession(null)
      return true
    },
  }),
)

const ReportSessionInput = builder.inputType('ReportSessionInput', {
  description: 'A session that is not the caller’s.',
  fields: (t) => ({
    sessionId: t.id({ required: true, description: 'Its `id` in `mySessions`.' }),
  }),
})

builder.mutationField('reportSession', (t) =>
  t.withAuth({ can: 'session.manage' }).field({
    type: 'Boolean',
    description:
      'Reports an unknown session of the caller’s account. Ends all their sessions, API keys and calendar addresses, and the ' +
      'next sign-in asks for a new password. `not_found` for a session that has ended or is another’s.',
    args: { input: t.arg({ type: ReportSessionInput, required: true, description: 'Which.' }) },
    extensions: { input: reportSession.input },
    resolve: async (_root, { input }, context) => {
      await reportSession(context, input)
      context.carrySession(null)
      return true
    },
  }),
)

builder.mutationField('endOtherSessions', (t) =>
  t.withAuth({ can: 'session.manage' }).field({
    type: 'Int',
    description: 'Ends all other sessions of the caller and returns how many ended.',
    resolve: (_root, _args, context) => endOtherSessions(context, {}),
  }),
)

const EndUserSessionsInput = builder.inputType('EndUserSessionsInput', {
  description: 'The sessions to end.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'ID of the user.' }),
    sessionId: t.id({ description: 'ID of one session from `userSessions`; default: all sessions.' }),
  }),
})

builder.mutationField('endUserSessions', (t) =>
  t.withAuth({ can: 'user.endSessions' }).field({
    type: 'Int',
    description:
      'Ends all sessions of a user, or one, and returns how many ended. Needs the admin role; ' +
      '`not_found` for a session that is not open.',
    args: { input: t.arg({ type: EndUserSessionsInput, required: true, description: 'Whose.' }) },
    ...runs(endUserSessions),
  }),
)
