import { PASSWORD } from '#tests/support/clinic.ts'
import { CLIENT, logoutTokenOf, type SignOnServer, startSignOnServer } from '#tests/support/signOnServer.ts'
import { visit, visitAndListen } from './support/screen.ts'
import { runProduct } from './support/server.ts'
import { test as base, expect } from './support/test.ts'

const test = base.extend<object, { provider: SignOnServer; product: Awaited<ReturnType<typeof runProduct>> }>(
  {
    provider: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are asked for
      async ({}, use) => {
        const user = { sub: 'sam-there', email: 'sam@clinic.test', email_verified: true }
        const provider = await startSignOnServer('okta', user)
        await use(provider)
        await provider.close()
      },
      { scope: 'worker' },
    ],
    product: [
      async ({ provider }, use) => {
        const okta = { id: 'okta', name: 'Okta', issuer: provider.issuer, ...CLIENT }
        const product = await runProduct({ OIDC_PROVIDERS: JSON.stringify([okta]) })
        provider.serve(product.server.url)
        await use(product)
        expect(await product.stop(), 'exit code after SIGTERM').toBe(0)
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  },
)

test('a user connects an account and signs in with it, until the provider signs them out under an open page', async ({
  page,
  clinic,
  signIn,
  provider,
  baseURL,
  watch,
}) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  await signIn(sam)
  await visit(page, '/settings')
  // The last sign-in was long ago. The confirmation is asked for here, before the browser leaves for the provider.
  await clinic.db.$executeRaw`
    UPDATE sessions SET sess = sess || '{"provenAt": "2026-01-01T00:00:00.000Z"}' WHERE user_id = ${sam.id}::uuid`
  watch.allow(403, /^\/graphql$/)
  await page.getByRole('button', { name: 'Connect Okta' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await confirmation.getByLabel('Your Password').fill(PASSWORD)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('list', { name: 'Single Sign-On' })).toContainText('Connected')
  await expect(page).toHaveURL('/settings#single-sign-on')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()

  await page.getByRole('link', { name: 'Sign in with Okta' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page.getByRole('link', { name: 'Sign out of Okta, too' })).toBeVisible()

  await page.getByRole('link', { name: 'Sign in with Okta' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // The browser is known, also when it comes back from another site.
  expect(await clinic.db.alert.findMany({ where: { userId: sam.id, type: 'new_device' } })).toEqual([])

  // A user whom the provider created has no password to change.
  await clinic.db.user.update({ where: { id: sam.id }, data: { passwordHash: null } })
  await visit(page, '/change-password')
  await expect(page.getByText('you need no password here')).toBeVisible()
  await expect(page.getByLabel('Current Password')).toHaveCount(0)

  await clinic.patient({ firstName: 'Maren', lastName: 'Okafor', createdById: sam.id })
  await visitAndListen(page, '/patients')
  await expect(page.getByText('Okafor')).toBeVisible()
  watch.allow(401, /^\/patients$/)
  const body = new URLSearchParams({ logout_token: await logoutTokenOf(provider) })
  const answer = await fetch(`${baseURL}/sign-on/okta/logout`, { method: 'POST', body })
  expect(answer.status).toBe(200)
  await expect(page.getByRole('heading', { name: 'Sign in to Caseload' })).toBeVisible()
  await expect(page.getByText('Okafor')).toHaveCount(0)
})

test('an administrator’s deactivation ends the open page of a user, and their provider no longer lets them in', {
  tag: '@long',
}, async ({ page, clinic, signIn, provider, visitor, watch }) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  await clinic.db.signOnIdentity.create({
    data: { userId: sam.id, issuer: provider.issuer, subject: provider.user.sub },
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in with Okta' }).click()
  await visitAndListen(page, '/patients')

  const office = await visitor()
  await signIn(await clinic.user({ role: 'admin' }), office.context())
  await visit(office, '/users')
  await expect(office.getByRole('row', { name: 'sam@clinic.test' })).toContainText('Single Sign-On')
  watch.allow(401, /^\/patients$/)
  await office.getByRole('button', { name: `Deactivate: Sam ${sam.lastName}` }).click()
  watch.allow(403, /^\/sign-on\/okta\/callback/)
  await page.getByRole('link', { name: 'Sign in with Okta' }).click()
  await expect(page.getByRole('heading', { name: 'Single sign-on did not work' })).toBeVisible()
  await expect(page.getByText('not connected')).toBeVisible()
})
