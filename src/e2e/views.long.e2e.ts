import { everyStatus } from './support/everyStatus.ts'
import { doubled, outOfReach, unseenFocus, unseenStates } from './support/reach.ts'
import { phone } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import { dialogViews, isFor, show } from './support/views.ts'

// The screens are in zoom.e2e.ts and forcedColours.e2e.ts.

for (const [where, options] of [
  ['at twice the size', doubled],
  ['on a phone', phone],
] as const)
  test(`nothing of any dialog or menu is out of reach, ${where}`, async ({ visitor, clinic, signIn }) => {
    test.setTimeout(300_000)
    const { admin } = await everyStatus(clinic)
    const page = await visitor({ ...options, reducedMotion: 'reduce' })
    await signIn(admin, page.context())
    const found: string[] = []
    for (const view of dialogViews) {
      if (!isFor(view, 'admin')) continue
      await show(page, view)
      for (const one of await outOfReach(page)) found.push(`${view.name}: ${one}`)
    }
    expect(found).toEqual([])
  })

test('in the colours of the system, focus and states are seen in every dialog', async ({
  visitor,
  clinic,
  signIn,
}) => {
  test.setTimeout(300_000)
  const { admin } = await everyStatus(clinic)
  const page = await visitor({ forcedColors: 'active', reducedMotion: 'reduce' })
  await signIn(admin, page.context())
  const found: string[] = []
  for (const view of dialogViews) {
    if (!isFor(view, 'admin')) continue
    await show(page, view)
    for (const one of [...(await unseenFocus(page)), ...(await unseenStates(page))])
      found.push(`${view.name}: ${one}`)
  }
  expect(found).toEqual([])
})
