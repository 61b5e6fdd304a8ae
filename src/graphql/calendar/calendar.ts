import {
  createCalendarFeed,
  revokeCalendarFeed,
  showCalendarFeed,
} from '#operations/calendar/calendarFeeds.ts'

import { builder } from '../builder.ts'
import { shownOnce } from '../runs.ts'

const CalendarFeed = builder.prismaObject('CalendarFeed', {
  description: 'The private calendar feed of a user’s appointments. Its address is not stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the feed. It grants no access.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When its address was created.' }),
    lastReadAt: t.expose('lastReadAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a program last read it, to the hour; `null` for never.',
    }),
  }),
})

builder.queryField('calendarFeed', (t) =>
  t.withAuth({ can: 'calendar.keep' }).field({
    type: CalendarFeed,
    nullable: true,
    description: 'The caller’s calendar feed; `null` if there is none. Needs a session, not an API key.',
    resolve: (_root, _args, context) => showCalendarFeed(context),
  }),
)

const CreatedCalendarFeed = builder
  .objectRef<Awaited<ReturnType<typeof createCalendarFeed>>>('CreatedCalendarFeed')
  .implement({
    description: 'A newly created calendar feed.',
    fields: (t) => ({
      calendarFeed: t.expose('calendarFeed', {
        type: CalendarFeed,
        description: 'The feed after the change.',
      }),
      address: t.exposeString('address', {
        extensions: shownOnce,
        description: 'The address for calendar programs; it needs no sign-in. It is returned only once.',
      }),
    }),
  })

builder.mutationField('createCalendarFeed', (t) =>
  t.withAuth({ can: 'calendar.keep' }).field({
    type: CreatedCalendarFeed,
    description:
      'Creates a calendar feed of the caller’s appointments and revokes the previous one. Needs a session, not an API key.',
    resolve: (_root, _args, context) => createCalendarFeed(context, {}),
  }),
)

builder.mutationField('revokeCalendarFeed', (t) =>
  t.withAuth({ can: 'calendar.keep' }).field({
    type: 'Boolean',
    description:
      'Revokes the caller’s calendar feed and returns whether there was one. Needs a session, not an API key.',
    resolve: (_root, _args, context) => revokeCalendarFeed(context, {}),
  }),
)
