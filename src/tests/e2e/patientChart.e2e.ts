import type { Page } from '@playwright/test'
import { addNote } from '#operations/notes/notes.ts'
import { overridePatientStatus } from '#operations/patients/overridePatientStatus.ts'
import { viewPatient } from '#operations/patients/viewPatient.ts'
import { shiftOf } from './support/hydration.ts'
import { choose, dayFromNow, painted, pick, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const chart = (page: Page) => page.getByRole('dialog', { name: 'Maren Okafor' })
const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem')

test('a chart shows who moved the patient to each step and when, and keeps its tab in the URL', async ({
  page,
  clinic,
  signIn,
}) => {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' })
  const staff = await clinic.user({ firstName: 'Kim', lastName: 'Park' })
  const patient = await clinic.patient({ lastName: 'Okafor' })
  await overridePatientStatus(clinic.as(admin), { patientId: patient.id, status: 'consent_signed' })
  await viewPatient(clinic.as(staff), { patientId: patient.id })
  await signIn(admin)
  await visit(page, `/patients?patient=${patient.id}`)

  const signed = chart(page).getByRole('list', { name: 'Consent pipeline' }).getByRole('listitem').nth(2)
  await expect(signed).toHaveAttribute('aria-current', 'step')
  await expect(signed).toContainText('Ada Moss')
  await chart(page).getByRole('tab', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/&tab=activity$/)
  const timeline = chart(page).getByRole('list', { name: 'Timeline' })
  await expect(timeline).toContainText('Status changed from Pending Consent to Consent Signed')
  await expect(timeline).toContainText(/Ada Moss.*Status override/)
  const access = chart(page).getByRole('list', { name: 'Access' }).getByRole('listitem')
  await expect(access.filter({ hasText: 'Kim Park, Staff' })).toContainText('Viewed chart')
  await expect(access.filter({ hasText: 'Included in a list of patients' }).first()).toContainText('Ada Moss')
  await page.reload()
  await expect(chart(page).getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  await chart(page).getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(/\/patients$/)
})

test('only administrators see who has accessed a chart', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const patient = await clinic.patient({ lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, `/patients?patient=${patient.id}&tab=activity`)
  await expect(chart(page).getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(chart(page).getByRole('heading', { name: 'Access' })).toHaveCount(0)
})

test('a revoked consent is not shown as signed', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  const at = new Date('2026-01-05T17:00:00Z')
  const patient = await clinic.patient({ lastName: 'Okafor', consentSignedAt: at, consentRevokedAt: at })
  const staff = await clinic.user({ firstName: 'Kim', lastName: 'Park' })
  await clinic.db.consentRevocation.create({
    data: { patientId: patient.id, reason: 'Has another attorney', revokedAt: at, revokedById: staff.id },
  })
  await signIn(staff)
  await visit(page, `/patients?patient=${patient.id}`)
  await expect(chart(page)).toContainText(
    'Revoked Jan 5, 2026 (recorded by Kim Park: Has another attorney), signed Jan 5, 2026',
  )
})

test('staff add a note, edit it and delete it', async ({ page, clinic, signIn }) => {
  await clinic.patient({ lastName: 'Okafor' })
  await signIn(await clinic.user({ firstName: 'Kim', lastName: 'Park' }))
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Notes')
  const dialog = page.getByRole('dialog', { name: 'Patient Notes' })
  await expect(dialog).toContainText('No notes yet')
  await dialog.getByRole('button', { name: 'Add Note' }).click()
  await expect(dialog).toContainText('Note content is required')
  await dialog.getByRole('textbox', { name: 'New Note' }).fill('Called about the form')
  await expect(dialog).toContainText('21/10000')
  await pick(dialog, /Type/, 'Legal')
  await dialog.getByRole('button', { name: 'Add Note' }).click()
  await expect(toast(page, 'Success')).toContainText('Note added successfully')
  await expect(notes(page)).toHaveText(/Legal.*Kim Park.*Called about the form/)
  await expect(dialog.getByRole('textbox', { name: 'New Note' })).toHaveValue('')

  await notes(page).getByRole('button', { name: 'Edit Note' }).click()
  await dialog.getByRole('textbox', { name: 'Edit Note' }).fill('Called twice about the form')
  await dialog.getByRole('button', { name: 'Save Note' }).click()
  await expect(toast(page, 'Success')).toContainText('Note updated successfully')
  await expect(notes(page)).toContainText(/edited.*Called twice about the form/)
  await notes(page).getByRole('button', { name: 'Earlier Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions of the Note' })
  await expect(versions.getByRole('listitem')).toHaveText([
    /Called\s+added: twice about the form/,
    /Legal, Shared.*Called about the form/,
  ])
  await page.keyboard.press('Escape')

  await notes(page).getByRole('button', { name: 'Delete Note' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete Note' })
    .getByRole('button', { name: 'Delete Note' })
    .click()
  await expect(toast(page, 'Success')).toContainText('Note deleted successfully')
  await expect(dialog).toContainText('No notes yet')
  await dialog.getByText('Show Deleted Notes').click()
  await expect(notes(page)).toContainText(/deleted.*Called twice about the form/)
  expect(await clinic.db.patientNote.count({ where: { deletedAt: null } })).toBe(0)
})

test('an attorney writes work product, and the clinic a note that the attorney does not see', async ({
  page,
  clinic,
  visitor,
  signIn,
}) => {
  const attorney = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Okafor' })
  const patient = await clinic.patient({ lastName: 'Okafor', assignedAttorneyId: attorney.id })
  const path = `/patients?patient=${patient.id}&tab=notes`
  const write = async (on: Page, text: string, visibility: string) => {
    await visit(on, path)
    await chart(on).getByRole('textbox', { name: 'New Note' }).fill(text)
    await pick(chart(on), /Who Can Read It/, visibility)
    await chart(on).getByRole('button', { name: 'Add Note' }).click()
    await expect(notes(on).first()).toContainText(text)
  }
  const office = await visitor()
  await signIn(await clinic.user({ role: 'admin' }), office.context())
  await write(office, 'Check the insurer', 'Clinic Only')
  await signIn(attorney)
  await write(page, 'A weak point', 'Only Me (Work Product)')
  await expect(notes(page)).toHaveText([/Work Product.*A weak point/])
  await visit(office, path)
  await expect(notes(office)).toHaveText([
    /Work Product.*Only Rae Okafor can read this note/,
    /Clinic Only.*Check the insurer/,
  ])
})

test('another user’s note cannot be edited, but an administrator can delete it', { tag: '@long' }, async ({
  page,
  clinic,
  visitor,
  signIn,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ lastName: 'Okafor', assignedAttorneyId: attorney.id })
  const staff = clinic.as(await clinic.user())
  for (let number = 1; number <= 26; number += 1)
    await addNote(staff, { patientId: patient.id, content: `Remark ${number}` })
  const path = `/patients?patient=${patient.id}&tab=notes`

  await signIn(attorney)
  await visit(page, path)
  await expect(notes(page)).toHaveCount(25)
  await expect(notes(page).getByRole('button')).toHaveCount(0)
  await chart(page).getByRole('button', { name: 'Show More' }).click()
  await expect(notes(page)).toHaveCount(26)

  const office = await visitor()
  await signIn(await clinic.user({ role: 'admin' }), office.context())
  await visit(office, path)
  await expect(notes(office).first().getByRole('button')).toHaveCount(1)
  await expect(notes(office).first().getByRole('button', { name: 'Delete Note' })).toBeVisible()
})

test('saving an edit of a chart leaves the chart open, with the new values', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await page.getByRole('link', { name: 'Jo Okafor' }).click()
  const chart = page.getByRole('dialog', { name: 'Jo Okafor' })
  await chart.getByRole('button', { name: 'Edit Patient' }).click()
  await page.getByLabel('Phone').fill('(415) 555-0111')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Patient' })).toBeHidden()
  await expect(chart).toContainText('(415) 555-0111')
  await page.keyboard.press('Escape')
  await expect(chart).toBeHidden()
  await expect(page.getByRole('link', { name: 'Jo Okafor' })).toBeFocused()
})

for (const [device, viewport] of [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`nothing moves while a chart opens over a slow line at ${device}`, { tag: '@long' }, async ({
    page,
    clinic,
    signIn,
  }) => {
    await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
    await signIn(await clinic.user())
    await page.setViewportSize(viewport)
    await visit(page, '/patients')
    const before = await shiftOf(page)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/graphql', async (route) => {
      await asked
      await route.continue()
    })
    await page.getByRole('link', { name: 'Jo Okafor' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('status', { name: 'Loading...' })).toBeVisible()
    await painted(page)
    answer()
    await expect(page.getByRole('dialog', { name: 'Jo Okafor' })).toContainText('Overview')
    await painted(page)
    // QUALITY P13.
    expect((await shiftOf(page)) - before).toBeLessThan(0.02)
  })

test('the chart offers the next step, all other actions, and its own tasks and appointments', async ({
  page,
  clinic,
  signIn,
}) => {
  const me = await clinic.user({ firstName: 'Kim', lastName: 'Park' })
  const patient = await clinic.patient({ lastName: 'Okafor', createdById: me.id })
  await overridePatientStatus(clinic.as(await clinic.user({ role: 'admin' })), {
    patientId: patient.id,
    status: 'consent_signed',
  })
  await signIn(me)
  await visit(page, `/patients?patient=${patient.id}`)

  await chart(page).getByRole('button', { name: 'Schedule Consultation' }).click()
  await expect(page.getByRole('dialog', { name: 'Schedule Consultation' })).toBeVisible()
  await page.keyboard.press('Escape')
  await chart(page).getByRole('button', { name: 'More actions for Maren Okafor' }).click()
  await expect(page.getByRole('menuitem', { name: 'Drop Patient' })).toBeVisible()
  await page.keyboard.press('Escape')

  await chart(page).getByRole('tab', { name: 'Consent' }).click()
  await expect(chart(page).getByRole('button', { name: 'Revoke Consent' })).toBeVisible()

  await chart(page).getByRole('tab', { name: 'Tasks & Appointments' }).click()
  await chart(page).getByRole('button', { name: 'Add Task' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Task' })
  await expect(adding.getByRole('combobox', { name: 'Patient' })).toHaveValue('Maren Okafor')
  await adding.getByLabel('Title').fill('Call the insurer')
  await adding.getByRole('button', { name: 'Add Task' }).click()
  await expect(chart(page).getByRole('list', { name: 'Tasks' })).toContainText('Call the insurer')
  await chart(page).getByRole('button', { name: 'Schedule Appointment' }).click()
  const booking = page.getByRole('dialog', { name: 'Schedule Appointment' })
  await expect(booking.getByRole('combobox', { name: 'Patient' })).toHaveValue('Maren Okafor')
  await pick(booking, /Provider/, 'Kim Park')
  await booking.getByLabel('Date').fill(dayFromNow(3))
  await booking.getByLabel('Time').fill('10:00')
  await booking.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expect(chart(page).getByRole('list', { name: 'Appointments' })).toContainText('Kim Park')
})
