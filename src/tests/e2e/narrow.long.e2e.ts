import { cramped, doubleText, rooms } from './support/cramped.ts'
import { everyStatus } from './support/everyStatus.ts'
import { findingsOn } from './support/findings.ts'
import { expect, test } from './support/test.ts'
import { dialogViews, screenViews } from './support/views.ts'
import { visitorViews } from './support/visitorViews.ts'

for (const { name, options, isTextDoubled } of rooms) {
  test(`nothing on a screen is cut off or broken at ${name}`, async ({ visitor, clinic, signIn }) => {
    const people = await everyStatus(clinic)
    for (const role of ['admin', 'attorney'] as const) {
      const page = await visitor(options)
      if (isTextDoubled) await doubleText(page)
      await signIn(people[role], page.context())
      expect.soft(await findingsOn(page, screenViews, role, cramped), role).toEqual([])
    }
  })

  test(`nothing in a dialog or menu is cut off or broken at ${name}`, async ({ visitor, clinic, signIn }) => {
    const { admin } = await everyStatus(clinic)
    const page = await visitor({ ...options, reducedMotion: 'reduce' })
    if (isTextDoubled) await doubleText(page)
    await signIn(admin, page.context())
    expect(await findingsOn(page, dialogViews, 'admin', cramped)).toEqual([])
  })

  test(`nothing on a signed-out page is cut off or broken at ${name}`, async ({ visitor, clinic, watch }) => {
    const page = await visitor(options)
    if (isTextDoubled) await doubleText(page)
    watch.allow(400, /^\/sign/)
    watch.allow(404, /^\/sign/)
    const found: string[] = []
    for (const view of visitorViews) {
      await view.reach(page, clinic)
      for (const one of await cramped(page)) found.push(`${view.name}: ${one}`)
    }
    expect(found).toEqual([])
  })
}
