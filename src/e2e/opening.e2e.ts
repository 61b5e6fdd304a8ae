import { PRELOAD_ID } from '#client/preload.ts'
import { screens } from '#domain/access/screens.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('what is fetched is there when it is pressed, the first time too', async ({ page, clinic, signIn }) => {
  await clinic.patient({ firstName: 'Maren', lastName: 'Okafor', status: 'consent_signed' })
  await signIn(await clinic.user())
  await page.clock.install()
  await visit(page, '/patients')
  // From here on no time passes for the page: whatever waits for some does not come.
  await page.clock.pauseAt(new Date(Date.now() + 5_000))
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await expect(page.getByRole('dialog', { name: 'Add New Patient' })).toBeVisible()
})

test('what a screen has read arrives before what may come alive of it', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  for (const { path } of screens) {
    const html = await (await page.request.get(path)).text()
    const read = html.indexOf(`id="${PRELOAD_ID}"`)
    expect(read, path).toBeGreaterThan(0)
    expect(read, path).toBeLessThan(html.indexOf('<astro-island'))
  }
})
