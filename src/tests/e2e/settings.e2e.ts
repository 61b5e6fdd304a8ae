import { editClinicSettings } from '#operations/clinic/editClinicSettings.ts'
import { makePng } from '#tests/support/png.ts'
import { toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a user changes their own name, password and preferences', async ({ page, clinic, signIn, visitor }) => {
  const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Stone' })
  await signIn(rae)
  await visit(page, '/settings')
  await expect(page.getByText('Manage your account and system preferences')).toBeVisible()
  const profile = page.getByRole('region', { name: 'User Profile' })
  await expect(profile).toContainText(rae.email)
  await expect(profile).toContainText('Staff')
  await expect(profile).toContainText('Active')
  await expect(page.getByRole('region', { name: 'Admin Settings' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Test Connection/ })).toHaveCount(0)

  await profile.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Last Name').fill('Moor')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Success')).toContainText('Profile updated successfully')
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Rae Moor')

  await visit(page, '/settings')
  await profile.getByLabel('Warn Me Before the Idle Sign-Out').selectOption('5 minutes')
  await expect(toast(page, 'Success')).toContainText('Profile updated successfully')
  expect(await clinic.db.user.findUnique({ where: { id: rae.id } })).toMatchObject({ noticeMinutes: 5 })

  await profile.getByLabel('Theme').selectOption('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await visit(page, '/settings')
  await expect(profile.getByLabel('Theme')).toHaveValue('dark')
  await profile.getByLabel('Theme').selectOption('System')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')

  const elsewhere = await visitor()
  await signIn(rae, elsewhere.context())
  await visit(page, '/settings')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions).toContainText('This one')
  await sessions.getByRole('button', { name: 'End All Others' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect(await clinic.db.session.count({ where: { userId: rae.id } })).toBe(1)

  await page
    .getByRole('region', { name: 'Account Actions' })
    .getByRole('button', { name: 'Sign Out' })
    .click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('a picture is scaled, shown everywhere with its user, and removed', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const sam = await clinic.user()
  await signIn(sam)
  await visit(page, '/settings')
  const profile = page.getByRole('region', { name: 'User Profile' })
  await profile.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  })
  await expect(toast(page, 'Error')).toContainText('Choose a PNG, JPEG or WebP picture')
  await profile.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  })
  await expect(toast(page, 'Success')).toContainText('Profile updated successfully')
  const { profileImageUrl } = await clinic.db.user.findUniqueOrThrow({ where: { id: sam.id } })
  await expect(page.locator(`img[src="${profileImageUrl}"]`).first()).toBeVisible()
  const answer = await page.request.get(profileImageUrl ?? '')
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  })
  await visit(page, '/settings')
  await profile.getByRole('button', { name: 'Remove Picture' }).click()
  await expect(profile.getByRole('button', { name: 'Add Picture' })).toBeVisible()
  expect(await clinic.db.profileImage.count()).toBe(0)
})

test('patients see the logo and the address of the clinic, also where a link leads nowhere', {
  tag: '@long',
}, async ({ page, clinic, signIn, visitor, watch }) => {
  const admin = await clinic.user({ role: 'admin' })
  await editClinicSettings(clinic.as(admin), { address: '20 Pier Road\nPortland, ME 04101' })
  await signIn(admin)
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Clinic Logo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clinic Logo' })
  await dialog.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(makePng(1440, 300)),
  })
  await expect(dialog.getByRole('img', { name: 'Test Clinic' })).toBeVisible()

  const other = await visitor()
  watch.allow(404, /^\/sign\//)
  await other.goto('/sign/nothing')
  const logo = other.getByRole('banner').getByRole('img', { name: 'Test Clinic' })
  await expect(logo).toHaveJSProperty('complete', true)
  await expect(logo).toHaveJSProperty('naturalWidth', 720)
  await expect(other.getByRole('contentinfo')).toContainText('Test Clinic, 20 Pier Road, Portland, ME 04101')

  await dialog.getByRole('button', { name: 'Remove Logo' }).click()
  await expect(dialog.getByText('There is no logo yet.')).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(logo).toHaveCount(0)
})

test('an administrator changes the clinic’s settings and resets them', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/settings')
  const system = page.getByRole('region', { name: 'System Information' })
  for (const text of ['Production', 'Active', 'Not configured', 'America/New York'])
    await expect(system).toContainText(text)
  await system.getByRole('button', { name: 'Test Connection: Database' }).click()
  await expect(system).toContainText(/PostgreSQL \d+.* answered in \d+ ms/)
  // Only what is set up can be tested.
  await expect(system.getByRole('button', { name: /^Test Connection/ })).toHaveCount(1)
  await expect(system.getByRole('link', { name: /^Set Up: / })).toHaveCount(4)
  await system.getByRole('link', { name: 'Set Up: DocuSign Integration' }).click()
  await expect(page.getByRole('heading', { name: 'DocuSign', exact: true })).toBeInViewport()
  await visit(page, '/settings')

  const open = () => page.getByRole('button', { name: 'Clinic Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clinic Settings' })
  await open()
  await dialog.getByLabel('Sign Out When Idle (Minutes)').fill('0')
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await expect(dialog).toContainText('Choose a whole number from 1 to 720')
  await dialog.getByLabel('Sign Out When Idle (Minutes)').fill('20')
  await dialog.getByLabel('Clinic Name').fill('Elm Street Clinic')
  await dialog.getByLabel('Time Zone').selectOption('America/Chicago')
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toast(page, 'Success')).toContainText('Clinic settings updated successfully')
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Elm Street Clinic')
  await expect(system).toContainText('America/Chicago')

  await visit(page, '/settings')
  await open()
  await expect(dialog.getByLabel('Clinic Name')).toHaveValue('Elm Street Clinic')
  await dialog.getByLabel('Clinic Name').fill('')
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Test Clinic')
  await visit(page, '/settings')
  await page.getByRole('link', { name: 'Manage Users' }).click()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
})

test('an administrator creates an API key, sees its secret once, and revokes it', async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Configure APIs' }).click()
  const apis = page.getByRole('dialog', { name: 'Configure APIs' })
  await expect(apis.getByLabel('Webhook Address', { exact: true })).toHaveValue(/\/api\/webhooks\/docusign$/)
  await expect(apis).toContainText('No API keys')
  await apis.getByRole('button', { name: 'Create API Key' }).click()
  const making = page.getByRole('dialog', { name: 'Create API Key' })
  await making.getByLabel('What It Is For').fill('Nightly report')
  await making.getByRole('button', { name: 'Create API Key' }).click()
  const made = page.getByRole('dialog', { name: 'API Key Created' })
  const secret = await made.getByLabel('Secret', { exact: true }).inputValue()
  const ask = () => page.request.get('/api/patients', { headers: { authorization: `Bearer ${secret}` } })
  expect((await ask()).status()).toBe(200)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(apis).toContainText('Nightly report')
  await expect(apis).toContainText('Read only')

  const documents = page.getByRole('dialog', { name: 'Documents of Nightly report' })
  await apis.getByRole('button', { name: 'Documents: Nightly report' }).click()
  await expect(documents).toContainText('The key can run any document')
  const choose = (name: string, content: object) =>
    documents
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) })
  await choose('package.json', { private: true })
  await expect(documents).toContainText('package.json has no GraphQL documents')
  await choose('persisted-documents.json', { a: 'query Who { me { id } }', b: 'query Lost { nowhere }' })
  await expect(documents.getByRole('listitem')).toHaveText(['Who', 'Lost'])
  await documents.getByRole('button', { name: 'Save List' }).click()
  await expect(documents).toContainText('Document 2: Cannot query field "nowhere"')
  await choose('persisted-documents.json', { a: 'query Who { me { id } }' })
  await documents.getByRole('button', { name: 'Save List' }).click()
  await expect(apis).toContainText('Listed documents only')
  expect((await ask()).status()).toBe(403)
  const run = (query: string) =>
    page.request.post('/graphql', { data: { query }, headers: { authorization: `Bearer ${secret}` } })
  expect((await run('query Who { me { id } }')).status()).toBe(200)
  await apis.getByRole('button', { name: 'Documents: Nightly report' }).click()
  await expect(documents.getByRole('listitem')).toHaveText(['Who'])
  await documents.getByRole('button', { name: 'Lift Limit' }).click()
  await expect(apis).not.toContainText('Listed documents only')
  expect((await ask()).status()).toBe(200)

  await apis.getByRole('button', { name: 'Revoke: Nightly report' }).click()
  await expect(apis).toContainText('Revoked')
  expect((await ask()).status()).toBe(401)
})

test('a service account is created with its first key and chosen scopes', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' }))
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Configure APIs' }).click()
  const apis = page.getByRole('dialog', { name: 'Configure APIs' })
  await apis.getByRole('button', { name: 'Create API Key' }).click()
  const making = page.getByRole('dialog', { name: 'Create API Key' })
  await making.getByLabel('Acts As').selectOption('A new service account')
  await making.getByRole('button', { name: 'Create API Key' }).click()
  await expect(making).toContainText('Name the service account')
  await making.getByLabel('Service Account Name').fill('Front Desk Sync')
  await making.getByLabel('What It Is For').fill('Appointments of the day')

  await making.getByRole('button', { name: 'Read and Write' }).click()
  await expect(making.getByRole('checkbox', { checked: true })).toHaveCount(11)
  await making.getByRole('button', { name: 'Read Everything' }).click()
  for (const scope of ['Read patients', 'Read records', 'Read tasks', 'Read reports', 'Read appointments'])
    await making.getByRole('checkbox', { name: scope }).uncheck({ force: true })
  await making.getByRole('button', { name: 'Create API Key' }).click()
  await expect(making).toContainText('Choose at least one scope')
  await making.getByRole('checkbox', { name: 'Read appointments' }).check({ force: true })
  await making.getByRole('button', { name: 'Create API Key' }).click()

  const made = page.getByRole('dialog', { name: 'API Key Created' })
  const secret = await made.getByLabel('Secret', { exact: true }).inputValue()
  const ask = async (path: string) =>
    (await page.request.get(path, { headers: { authorization: `Bearer ${secret}` } })).status()
  expect([await ask('/api/appointments'), await ask('/api/patients'), await ask('/api/tasks')]).toEqual([
    200, 403, 403,
  ])
  await made.getByRole('button', { name: 'Done' }).click()
  const item = apis.getByRole('listitem').filter({ hasText: 'Appointments of the day' })
  await expect(item).toContainText('Acts as Front Desk Sync')
  await expect(item).toContainText('Service Account')
  await expect(item).toContainText('Read appointments')

  await apis.getByRole('button', { name: 'Create API Key' }).click()
  await making.getByLabel('User', { exact: true }).selectOption('Front Desk Sync (service account)')
  await making.getByLabel('What It Is For').fill('The key after it')
  await making.getByRole('button', { name: 'Create API Key' }).click()
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(apis.getByRole('listitem').filter({ hasText: 'Acts as Front Desk Sync' })).toHaveCount(2)

  await visit(page, '/users')
  const row = page.getByRole('row').filter({ hasText: 'Front Desk Sync' })
  await expect(row).toContainText('Service Account')
  await expect(row).toContainText('Owner: Ada Moss')
  await expect(row.getByRole('button', { name: /^More actions/ })).toHaveCount(0)
})
