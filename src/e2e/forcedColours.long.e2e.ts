import { everyStatus } from './support/everyStatus.ts'
import { unseenFocus, unseenStates } from './support/reach.ts'
import { expect, test } from './support/test.ts'
import { isFor, screenViews, show } from './support/views.ts'

test('in the colours of the system, focus and states are seen on every screen', async ({
  visitor,
  clinic,
  signIn,
}) => {
  test.setTimeout(90_000)
  const { admin } = await everyStatus(clinic)
  const page = await visitor({ forcedColors: 'active', reducedMotion: 'reduce' })
  const found: string[] = []
  const look = async (where: string) => {
    for (const one of [...(await unseenStates(page)), ...(await unseenFocus(page))])
      found.push(`${where}: ${one}`)
  }
  await page.goto('/')
  await look('login')
  await signIn(admin, page.context())
  for (const view of [...screenViews, { name: 'change password', path: '/change-password' }]) {
    if (!isFor(view, 'admin')) continue
    await show(page, view)
    await look(view.name)
  }
  expect(found).toEqual([])
})
