import { cramped, rooms } from './support/cramped.ts'
import { everyStatus } from './support/everyStatus.ts'
import { findingsOn } from './support/findings.ts'
import { expect, test } from './support/test.ts'
import { screenViews } from './support/views.ts'

// Screens at 320 px. Text of twice the size, dialogs, menus and the pages for signed-out users are in narrow.long.e2e.ts.

for (const { name, options } of rooms.filter(({ isTextDoubled }) => !isTextDoubled))
  test(`nothing on a screen is cut off or broken at ${name}`, async ({ visitor, clinic, signIn }) => {
    const people = await everyStatus(clinic)
    for (const role of ['admin', 'attorney'] as const) {
      const page = await visitor(options)
      await signIn(people[role], page.context())
      expect.soft(await findingsOn(page, screenViews, role, cramped), role).toEqual([])
    }
  })
