import type { Role } from '#domain/access/actor.ts'
import { everyStatus } from './support/everyStatus.ts'
import { inspector } from './support/inspect.ts'
import { expect, test } from './support/test.ts'
import { isFor, views } from './support/views.ts'
import { visitorViews } from './support/visitorViews.ts'

const widths = [
  [390, 844],
  [1024, 768],
  [1440, 900],
] as const

for (const role of ['admin', 'staff', 'attorney'] satisfies Role[])
  for (const [width, height] of widths)
    test(`axe finds nothing on any view of ${role} at ${width} px`, async ({ visitor, clinic, signIn }) => {
      test.setTimeout(600_000)
      const people = await everyStatus(clinic)
      const page = await visitor({ viewport: { width, height }, hasTouch: width < 700 })
      const { found, inspectView } = inspector(page)
      await signIn(people[role], page.context())
      for (const view of views) if (isFor(view, role)) await inspectView(view)
      expect(found).toEqual([])
    })

for (const [width, height] of widths)
  test(`axe finds nothing on any page of a visitor at ${width} px`, async ({ visitor, clinic, watch }) => {
    test.setTimeout(600_000)
    const page = await visitor({ viewport: { width, height }, hasTouch: width < 700 })
    const { found, inspect } = inspector(page)
    watch.allow(400, /^\/sign/)
    watch.allow(404, /^\/sign/)
    for (const { name, reach } of visitorViews) {
      await reach(page, clinic)
      await inspect(name)
    }
    expect(found).toEqual([])
  })
