import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { choose, phone, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('an administrator edits a template, and a patient reads exactly that text', async ({
  page,
  clinic,
  signIn,
  visitor,
}) => {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Marsh' })
  const staff = await clinic.user()
  const early = await clinic.patient({ firstName: 'Early', lastName: 'Bird' })
  const late = await clinic.patient({ firstName: 'Lena', lastName: '**Stone**' })
  await sendConsent(clinic.as(staff), { patientId: early.id })
  await signIn(admin)
  await visit(page, '/consent-forms')
  await page.getByRole('link', { name: 'Consent Templates' }).click()
  await expect(page.getByRole('heading', { name: 'Consent Templates', level: 1 })).toBeVisible()

  await test.step('an incomplete text is a draft, and closing loses no input', async () => {
    await visit(page, '/consent-forms/templates')
    const standard = page.getByRole('listitem').filter({ hasText: 'Release of Records' })
    await expect(standard).toContainText('Default')
    await page.getByRole('button', { name: 'Edit: Release of Records' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Release of Records' })
    await expect(dialog).toContainText('All nine parts')
    const text = dialog.getByRole('textbox', { name: 'Text', exact: true })
    const whole = await text.inputValue()
    await text.fill(whole.replace(/## Why[\s\S]*?(?=## How)/, ''))
    await expect(dialog).toContainText('8 of 9 are marked')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await dialog.getByRole('button', { name: 'Add: Purpose' }).click()
    await expect(dialog).toContainText('All nine parts')
  })

  await test.step('fields and marks are inserted at the cursor and previewed', async () => {
    const dialog = page.getByRole('dialog', { name: 'Edit Release of Records' })
    const text = dialog.getByRole('textbox', { name: 'Text', exact: true })
    await dialog.getByRole('textbox', { name: 'Title of the Form' }).fill('Release to My Attorney')
    await text.press('Control+End')
    await page.keyboard.type('\nSigned by ')
    await page.keyboard.press('Control+b')
    await dialog.getByRole('combobox', { name: 'Insert Field' }).selectOption('Patient name')
    await expect(text).toHaveValue(/Signed by \*\*\{\{patient\.name\}\}\*\*$/)
    const sheet = dialog.getByRole('article', { name: 'Release to My Attorney' })
    await expect(sheet.getByText('Signed by Maren Lindqvist')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Preview With a Patient' }).fill('Stone')
    await page.getByRole('option', { name: /Stone/ }).click()
    await dialog.getByRole('button', { name: 'Show With Patient' }).click()
    await expect(sheet.getByText('Signed by Lena **Stone**')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save as Version 2' }).click()
    await expect(toast(page, 'Success')).toContainText('Version 2 saved successfully')
    await expect(page.getByRole('listitem').filter({ hasText: 'Release of Records' })).toContainText(
      /Release to My Attorney.*Version 2.*by Ada Marsh/,
    )
  })

  await test.step('the version history shows the changes', async () => {
    await page.getByRole('button', { name: 'More actions for Release of Records' }).click()
    await page.getByRole('menuitem', { name: 'Versions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Versions of Release of Records' })
    await expect(dialog.getByRole('insertion').first()).toContainText('Release to My Attorney')
    await expect(dialog.getByRole('deletion').first()).toContainText('Authorization')
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('staff preview it before sending', async () => {
    const desk = await visitor()
    await signIn(staff, desk.context())
    await visit(desk, '/patients')
    await choose(desk, 'Lena **Stone**', 'Preview Consent Form')
    const preview = desk.getByRole('dialog', { name: 'Preview Consent Form' })
    await expect(preview).toContainText('I, Lena **Stone**, authorize')
    await preview.getByRole('button', { name: 'Send Consent' }).click()
    await expect(toast(desk, 'Success')).toContainText('Consent form sent successfully')
    await expect(preview).toHaveCount(0)
    await expect(desk.getByRole('dialog', { name: 'Signing Link' })).toBeVisible()
    expect(await clinic.auditOf(late)).toContainEqual({
      action: 'viewed',
      resourceType: 'patient',
      userId: staff.id,
    })
  })

  await test.step('the patient reads version 2, and an earlier request still shows version 1', async () => {
    const reader = await visitor(phone)
    for (const [patient, title] of [
      [late, 'Release to My Attorney'],
      [early, 'Authorization for Release of Health Information'],
    ] as const) {
      const { path } = await showSigningLink(clinic.as(staff), { patientId: patient.id })
      await reader.goto(path)
      const form = reader.getByRole('article', { name: title })
      await expect(form).toContainText(`I, ${patient.firstName} ${patient.lastName}, authorize`)
      await expect(form.getByText('Signed by')).toHaveCount(patient === late ? 1 : 0)
    }
  })
})

test('a complete new template can become the default; others are archived and restored', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/consent-forms/templates')
  await page.getByRole('button', { name: 'New Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Template' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Insurer')
  await dialog.getByRole('textbox', { name: 'Title of the Form' }).fill('Release to an Insurer')
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('I, {{patient.nmae}}, agree.')
  await expect(dialog.getByRole('status', { name: 'Text that cannot be printed' })).toContainText(
    'Line 1: there is no field called {{patient.nmae}}',
  )
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await expect(dialog).toContainText('Line 1: there is no field called')
  await text.fill('I, {{patient.name}}, agree.')
  await expect(dialog.getByRole('status', { name: 'Text that cannot be printed' })).not.toContainText(
    'Line 1',
  )
  for (const add of await dialog
    .getByRole('button', { name: /^Add: / })
    .all()
    .then((all) => all.map(() => 0))) {
    const first = dialog.getByRole('button', { name: /^Add: / }).nth(add)
    const name = (await first.getAttribute('aria-label')) ?? ''
    await first.click()
    await expect(dialog.getByRole('button', { name })).toHaveCount(0)
  }
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await expect(toast(page, 'Success')).toContainText('Template created successfully')

  const insurer = page.getByRole('listitem').filter({ hasText: 'Release to an Insurer' })
  await choose(page, 'Insurer', 'Make Default')
  await expect(insurer).toContainText('Default')
  await choose(page, 'Release of Records', 'Archive')
  const archived = page.getByRole('list', { name: 'Archived Templates' })
  await expect(archived).toContainText('Release of Records')
  await archived.getByRole('button', { name: 'Restore: Release of Records' }).click()
  await expect(archived).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Templates in Use' }).getByRole('listitem')).toHaveCount(2)
})

test('staff have no link to the templates, and the URL refuses them', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/consent-forms')
  await expect(page.getByRole('link', { name: 'Consent Templates' })).toHaveCount(0)
  const answer = await page.request.get('/consent-forms/templates')
  expect(answer.status()).toBe(403)
  expect(await answer.text()).toContain('Access Denied')
})
