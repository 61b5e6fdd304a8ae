import { createCalendarFeed } from '#operations/calendar/createCalendarFeed.ts'
import { revokeCalendarFeed } from '#operations/calendar/revokeCalendarFeed.ts'
import { showCalendarFeed } from '#operations/calendar/showCalendarFeed.ts'
import { builder } from '../builder.ts'

const CalendarFeed = builder.prismaObject('CalendarFeed', {
  description: 'A private calendar of somebody’s own appointments. Its address is kept nowhere.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the row, which opens nothing.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When its address was made.' }),
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
    description: 'The caller’s private calendar; `null` when there is none. Needs a session, not a key.',
    resolve: (_root, _args, context) => showCalendarFeed(context),
  }),
)

const CreatedCalendarFeed = builder
  .objectRef<Awaited<ReturnType<typeof createCalendarFeed>>>('CreatedCalendarFeed')
  .implement({
    description: 'A private calendar that was just made.',
    fields: (t) => ({
      calendarFeed: t.expose('calendarFeed', {
        type: CalendarFeed,
        description: 'What is known of it from now on.',
      }),
      address: t.exposeString('address', {
        description:
          'Where a calendar program reads it, without signing in. Shown this once and never again.',
      }),
    }),
  })

builder.mutationField('createCalendarFeed', (t) =>
  t.withAuth({ can: 'calendar.keep' }).field({
    type: CreatedCalendarFeed,
    description:
      'Makes a private calendar of the caller’s own appointments, and ends the one before it. Needs a session, not a key.',
    resolve: (_root, _args, context) => createCalendarFeed(context, {}),
  }),
)

builder.mutationField('revokeCalendarFeed', (t) =>
  t.withAuth({ can: 'calendar.keep' }).field({
    type: 'Boolean',
    description:
      'Ends the caller’s private calendar, and answers whether there was one. Needs a session, not a key.',
    resolve: (_root, _args, context) => revokeCalendarFeed(context, {}),
  }),
)
