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
