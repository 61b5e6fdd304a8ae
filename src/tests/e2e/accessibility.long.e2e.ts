import { globSync, readFileSync } from 'node:fs'
import type { Role } from '#domain/access/actor.ts'
import { everyStatus } from './support/everyStatus.ts'
import { inspector } from './support/inspect.ts'
import { expect, test } from './support/test.ts'
import { dialogViews, isFor, show, views } from './support/views.ts'
import { visitorViews } from './support/visitorViews.ts'

const widths = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const

for (const role of ['admin', 'staff', 'attorney'] satisfies Role[])
  for (const [width, height] of widths)
    test(`axe finds no problem on any view of ${role} at ${width} px`, async ({
      visitor,
      clinic,
      signIn,
    }) => {
      const people = await everyStatus(clinic)
      const page = await visitor({ viewport: { width, height }, hasTouch: width < 700 })
      const { found, inspectView } = inspector(page)
      await signIn(people[role], page.context())
      for (const view of views) if (isFor(view, role)) await inspectView(view)
      expect(found).toEqual([])
    })

for (const [width, height] of widths)
  test(`axe finds no problem on any signed-out page at ${width} px`, async ({ visitor, clinic, watch }) => {
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

/** The titles of dialogs in the code, if constant. */
const titles = globSync('src/features/**/*.tsx').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/<\w*Dialog\b[^<]*?\btitle="([^"]+)"/g)].map(([, title]) => title),
)

/** Dialogs that other tests check with axe. */
const inStories = ['Are you still there?', 'Cancel Import', 'Records Forwarded']

test('every dialog is among the checked views', async ({ visitor, clinic, signIn }) => {
  test.skip(Boolean(process.env.VIEWS), 'Only some views are tested')
  const people = await everyStatus(clinic)
  const seen = new Set<string>(inStories)
  for (const role of ['admin', 'staff'] as const) {
    const page = await visitor()
    await signIn(people[role], page.context())
    for (const view of dialogViews) {
      if (!isFor(view, role) || (role === 'staff' && isFor(view, 'admin'))) continue
      await show(page, view)
      for (const title of await page.locator('[role=dialog] h2, [role=alertdialog] h2').allTextContents())
        seen.add(title)
    }
  }
  expect(titles.length).toBeGreaterThan(40)
  expect(titles.filter((title) => title && !seen.has(title))).toEqual([])
})
