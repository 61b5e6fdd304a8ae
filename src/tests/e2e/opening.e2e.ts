import { PRELOAD_ID } from '#client/preload.ts'
import { screens } from '#domain/access/navigation.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('loaded code is shown on the first click without delay', async ({ page, clinic, signIn }) => {
  await clinic.patient({ firstName: 'Maren', lastName: 'Okafor', status: 'consent_signed' })
  await signIn(await clinic.user())
  await page.clock.install()
  await visit(page, '/patients')
  // The page's clock stands still from here, so anything that waits for time never appears.
  await page.clock.pauseAt(new Date(Date.now() + 5_000))
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await expect(page.getByRole('dialog', { name: 'Add New Patient' })).toBeVisible()
})

test('a screen’s data arrives before its islands can hydrate', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  for (const { path } of screens) {
    const html = await (await page.request.get(path)).text()
    const read = html.indexOf(`id="${PRELOAD_ID}"`)
    expect(read, path).toBeGreaterThan(0)
    expect(read, path).toBeLessThan(html.indexOf('<astro-island'))
  }
})
