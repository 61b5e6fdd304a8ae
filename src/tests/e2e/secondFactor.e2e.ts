import { text } from 'node:stream/consumers'
import { codeAt } from '#tests/support/authenticator.ts'
import { PASSWORD } from '#tests/support/clinic.ts'
import { sendSignIn, toast } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** The code that the phone shows now, or in `seconds`: a code that was used does not work again. */
const shown = (secret: string, seconds = 0) => codeAt(secret, new Date(Date.now() + seconds * 1000))

test('an administrator who must have a second factor sets it up without script, and signs in with it and with a recovery code', async ({
  page,
  clinic,
  visitor,
  signIn,
  watch,
}) => {
  const user = await clinic.user({ role: 'admin', factorGraceFrom: null })
  const plain = await visitor({ javaScriptEnabled: false })
  await signIn(user, plain.context())
  for (const path of ['/', '/patients', '/settings']) {
    await plain.goto(path)
    await expect(plain).toHaveURL('/second-factor')
  }
  await expect(plain.getByText('Your clinic requires a second factor')).toBeVisible()
  await plain.getByRole('button', { name: 'Set Up Authenticator App' }).click()
  await expect(plain.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret =
    (await plain.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())?.replaceAll(' ', '') ?? ''
  watch.allow(400, /^\/second-factor$/)
  await plain.getByLabel('6 digits from the app').fill('000000')
  await plain.getByRole('button', { name: 'Turn On' }).click()
  await expect(plain.getByText('This code is wrong')).toBeVisible()
  await plain.getByLabel('6 digits from the app').fill(shown(secret))
  await plain.getByRole('button', { name: 'Turn On' }).click()
  const codes = await plain
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  const [download] = await Promise.all([
    plain.waitForEvent('download'),
    plain.getByRole('link', { name: 'Download Codes' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('caseload-recovery-codes.txt')
  expect(await text(await download.createReadStream())).toBe(`${codes.join('\n')}\n`)
  await plain.getByRole('link', { name: 'Continue' }).click()
  await expect(plain.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()

  // With script, the code is asked for in place.
  watch.allow(401, /^\/api\/auth\/login$/)
  await page.goto('/')
  await sendSignIn(page, user.email)
  await expect(page.getByLabel('Code from your authenticator app')).toBeFocused()
  await page.getByLabel('Code from your authenticator app').fill(shown(secret, 30))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()

  // Without script, the page asks for both again. A recovery code does as well.
  await plain.context().clearCookies()
  watch.allow(401, /^\/$/)
  await plain.goto('/')
  await sendSignIn(plain, user.email)
  await expect(plain.getByRole('alert')).toContainText('Enter your password again')
  await plain.getByLabel('Password').fill(PASSWORD)
  await plain.getByLabel('Code from your authenticator app').fill(codes[0] ?? '')
  await plain.getByRole('button', { name: 'Sign In' }).click()
  await expect(plain.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()

  // Removing the app asks first. An open page would be refused its live updates as soon as the app is gone.
  await page.close()
  await plain.goto('/second-factor')
  await plain.getByRole('button', { name: 'Remove Authenticator App' }).click()
  await expect(plain.getByText('Remove the authenticator app?')).toBeVisible()
  expect(await clinic.db.authenticatorApp.count({ where: { userId: user.id } })).toBe(1)
  await plain.getByRole('button', { name: 'Remove Authenticator App' }).click()
  await expect(plain.getByRole('status')).toContainText('Authenticator app removed.')
  expect(await clinic.db.authenticatorApp.count({ where: { userId: user.id } })).toBe(0)
})

test('saving settings asks for a confirmation, and then saves what was typed', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const user = await clinic.user({ role: 'admin' })
  await signIn(user)
  await page.goto('/settings?open=clinic')
  const settings = page.getByRole('dialog', { name: 'Clinic Settings' })
  await settings.getByLabel('Maximum Reminders').fill('7')
  await clinic.db.$executeRaw`
    UPDATE sessions SET sess = sess || '{"provenAt": "2026-01-01T00:00:00.000Z"}' WHERE user_id = ${user.id}::uuid`
  watch.allow(403, /^\/graphql$/)
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await expect(confirm.getByLabel('Your Password')).toBeFocused()
  await confirm.getByLabel('Your Password').fill('not the password')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByText('Password is incorrect')).toBeVisible()
  await confirm.getByLabel('Your Password').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Success')).toContainText('Clinic settings updated successfully')
  expect(await clinic.db.clinicSettings.findUnique({ where: { id: 1 } })).toMatchObject({ remindersMax: 7 })
})
