import { cramped, rooms } from './support/cramped.ts'
import { everyStatus } from './support/everyStatus.ts'
import { findingsOn } from './support/findings.ts'
import { expect, test } from './support/test.ts'
import { screenViews } from './support/views.ts'

// The administrator's screens at 320 px. Those of an attorney, text of twice the size, dialogs, menus and the pages for
// signed-out users are in narrow.long.e2e.ts.

for (const { name, options } of rooms.filter(({ isTextDoubled }) => !isTextDoubled))
  test(`nothing on a screen is cut off or broken at ${name}`, async ({ visitor, clinic, signIn }) => {
    const { admin } = await everyStatus(clinic)
    const page = await visitor(options)
    await signIn(admin, page.context())
    expect(await findingsOn(page, screenViews, 'admin', cramped)).toEqual([])
  })
