import type { Page } from '@playwright/test'
import { toast } from './support/screen.ts'
import { runProduct } from './support/server.ts'
import { test as base, expect } from './support/test.ts'

// A browser gives passkeys only to a site with a name.
const test = base.extend<object, { product: Awaited<ReturnType<typeof runProduct>> }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are asked for
    async ({}, use) => {
      const product = await runProduct({}, 'localhost')
      await use(product)
      expect(await product.stop(), 'exit code after SIGTERM').toBe(0)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** A device that makes and shows passkeys and always verifies its user. */
async function withDevice(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Forgets the session. The page is closed first, because its request for live changes would be refused. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

test('a user who must have a second factor adds a passkey, signs in with it alone and confirms with it', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const user = await clinic.user({ role: 'admin', factorGraceFrom: null })
  /** As if the user had signed in long ago. */
  const forget = () =>
    clinic.db.$executeRaw`
    UPDATE sessions SET sess = sess || '{"provenAt": "2026-01-01T00:00:00.000Z"}' WHERE user_id = ${user.id}::uuid`
  await withDevice(page)
  await signIn(user)
  await page.goto('/patients')
  await expect(page).toHaveURL('/second-factor')
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await page.getByLabel('Name').fill('Work laptop')
  await page.getByRole('button', { name: 'Save Passkey' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()

  // The browser offers the passkey in the list of the e-mail field, and the virtual device chooses it at once.
  await leave(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()
  expect(
    await clinic.db.auditLog.findMany({ where: { action: 'login' }, orderBy: { id: 'desc' }, take: 1 }),
  ).toMatchObject([{ userId: user.id, details: { factor: 'passkey' } }])

  // Where the browser has no such list, a button does the same.
  await leave(page)
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()

  watch.allow(403, /\/graphql/)
  await page.goto('/settings?open=clinic')
  const settings = page.getByRole('dialog', { name: 'Clinic Settings' })
  await settings.getByLabel('Maximum Reminders').fill('7')
  await forget()
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm It’s You' })
    .getByRole('button', { name: 'Use Passkey' })
    .click()
  await expect(toast(page, 'Success')).toContainText('Clinic settings updated successfully')

  await forget()
  await page.goto('/second-factor')
  await expect(page.getByText('Work laptop')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Passkey: Work laptop' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove Passkey: Work laptop' }).click()
  await expect(page.getByText('Remove the passkey Work laptop? It is your last second factor')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Passkey' }).click()
  await page.getByRole('button', { name: 'Use Passkey' }).click()
  await expect(page.getByRole('status')).toContainText('Passkey removed.')
  await expect(page.getByText('Work laptop')).toHaveCount(0)
})
