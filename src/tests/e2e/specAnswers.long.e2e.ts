import type { Page } from '@playwright/test'
import { addNote } from '#operations/notes/notes.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { figures, quoted } from '#tests/support/quotedTexts.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { makeReader } from './support/reader.ts'
import {
  choose,
  dayFromNow,
  pick,
  sendSignIn,
  toast,
  visit,
  visitUntilSessionEnds,
} from './support/screen.ts'
import { expect, test } from './support/test.ts'

// SPEC.md section 8: every action first fails for lack of a response and succeeds on the second click. So the
// input is still there after the failure.

test('every failure and every success shows the text of SPEC', async ({ page, clinic, signIn, watch }) => {
  const reader = makeReader()
  await reader.over(page.context())
  await fill(clinic)
  watch.allow('net::ERR_FAILED', /^\/graphql$/)
  await test.step('signing in', async () => {
    watch.allow(401, /^\/api\/auth\/login$/)
    watch.allow('net::ERR_FAILED', /^\/api\/auth\/login$/)
    await signsInAtLast(page)
  })
  await test.step('patients', () => changesPatients(page))
  await test.step('notes', () => writesNotes(page))
  await test.step('records', async () => {
    for (const status of [500, 502]) watch.allow(status, /\/records$/)
    watch.allow('net::ERR_FAILED', /\/records$/)
    await keepsRecords(page)
  })
  await test.step('tasks', () => completesATask(page))
  await test.step('users', () => changesUsers(page))
  await test.step('the password', async () => {
    watch.allow('net::ERR_FAILED', /^\/api\/auth\/change-password$/)
    await changesThePassword(page)
  })
  await test.step('the end of the session', async () => {
    await signIn(await clinic.user({ role: 'admin' }))
    watch.allow(401, /^\/graphql$/)
    await visitUntilSessionEnds(page, '/patients', clinic)
    await expect(toast(page, 'Unauthorized')).toContainText('You are not logged in')
  })
  expect(reader.missed(quoted.answers, figures.answers)).toEqual([])
})

async function fill(clinic: TestClinic) {
  const ada = await clinic.user({
    role: 'admin',
    email: 'ada@clinic.test',
    firstName: 'Ada',
    lastName: 'Moss',
  })
  await clinic.user({ firstName: 'Una', lastName: 'Vale' })
  await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Lin' })
  const { id: patientId } = await clinic.patient({ lastName: 'Signed', status: 'consent_signed' })
  await addNote(clinic.as(ada), { patientId, content: 'Called about the form' })
  await clinic.patient({ lastName: 'Pending', email: 'pending@example.test' })
  await clinic.db.task.create({ data: { title: 'Call back', createdById: ada.id, assignedToId: ada.id } })
}

/** Clicks a button whose request gets no response, checks the error, and clicks again. */
async function twice(page: Page, press: () => Promise<unknown>, [failed, done]: readonly [string, string]) {
  await page.route('**/graphql', (route) => route.abort())
  await press()
  await expect(toast(page, 'Error')).toContainText(failed)
  await page.unroute('**/graphql')
  await press()
  await expect(toast(page, /^(Success|Patient Dropped)$/)).toContainText(done)
}

const inDialog = (page: Page, button: string, role: 'dialog' | 'alertdialog' = 'dialog') =>
  page.getByRole(role).getByRole('button', { name: button, exact: true })

async function signsInAtLast(page: Page) {
  await page.goto('/')
  const signIn = page.getByRole('button', { name: 'Sign In' })
  await sendSignIn(page, 'ada@clinic.test', 'not this one')
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.route('**/api/auth/login', (route) => route.abort())
  await signIn.click()
  await expect(page.getByRole('alert')).toContainText('Login error')
  await page.unroute('**/api/auth/login')
  await signIn.click()
  await expect(toast(page, 'Login successful')).toContainText('Welcome back, Ada!')
}

async function changesPatients(page: Page) {
  await visit(page, '/patients')
  await page.getByRole('button', { name: 'Add Patient' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Jo')
  await dialog.getByLabel('Last Name').fill('New')
  await dialog.getByLabel('Email').fill('pending@example.test')
  const add = inDialog(page, 'Add Patient')
  await add.click()
  await expect(page.getByText('A patient with this email address already exists')).toBeVisible()
  await dialog.getByLabel('Email').fill('new@example.test')
  await twice(page, () => add.click(), ['Failed to add patient', 'Patient added successfully'])

  await twice(page, () => page.getByRole('button', { name: 'Send Consent: Maren Pending' }).click(), [
    'Failed to send consent form',
    'Consent form sent successfully',
  ])
  // Without mail, the signing link is shown for the clinic to pass on.
  await page.getByRole('dialog', { name: 'Signing Link' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Schedule Consultation: Maren Signed' }).click()
  await dialog.getByLabel('Date').fill(dayFromNow(7))
  await dialog.getByLabel('Time').fill('09:30')
  await dialog.getByLabel('Location').fill('Room 4')
  await twice(page, () => inDialog(page, 'Schedule Consultation').click(), [
    'Failed to schedule consultation',
    'Consultation scheduled successfully',
  ])
  await choose(page, 'Maren Signed', 'Reassign Patient')
  await pick(dialog, /Assigned To/, 'Rae Lin')
  await twice(page, () => inDialog(page, 'Reassign Patient').click(), [
    'Failed to update assignment',
    'Patient assignment updated successfully',
  ])
  await choose(page, 'Jo New', 'Override Status')
  await pick(dialog, /Status/, 'Schedulable')
  await twice(page, () => inDialog(page, 'Override Status').click(), [
    'Failed to update patient status',
    'Patient status updated successfully',
  ])
  await choose(page, 'Jo New', 'Drop Patient')
  await dialog.getByLabel('Reason').fill('Moved out of state')
  await twice(page, () => inDialog(page, 'Drop Patient').click(), [
    'Failed to drop patient',
    'has been dropped from your caseload',
  ])
}

async function writesNotes(page: Page) {
  await choose(page, 'Maren Signed', 'Notes')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'New Note' }).fill('Called again')
  await twice(page, () => inDialog(page, 'Add Note').click(), [
    'Failed to add note',
    'Note added successfully',
  ])
  await dialog.getByRole('button', { name: 'Edit Note' }).first().click()
  await dialog.getByRole('textbox', { name: 'Edit Note' }).fill('Called three times')
  await twice(page, () => inDialog(page, 'Save Note').click(), [
    'Failed to update note',
    'Note updated successfully',
  ])
  await dialog.getByRole('button', { name: 'Delete Note' }).first().click()
  await twice(page, () => inDialog(page, 'Delete Note', 'alertdialog').click(), [
    'Failed to delete note',
    'Note deleted successfully',
  ])
}

async function keepsRecords(page: Page) {
  await visit(page, '/patients')
  await choose(page, 'Maren Signed', 'Upload Records')
  const dialog = page.getByRole('dialog')
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose Files' }).click(),
  ])
  await picker.setFiles({ name: 'knee.png', mimeType: 'image/png', buffer: sample('knee.png') })
  const records = '**/records'
  await page.route(records, (route) => route.fulfill({ status: 500, json: {} }))
  await inDialog(page, 'Upload').click()
  await expect(toast(page, 'Error')).toContainText('Upload failed')
  await page.route(records, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  const retry = inDialog(page, 'Retry knee.png')
  await retry.click()
  await expect(toast(page, 'Error')).toContainText('HTTP 502')
  await page.route(records, (route) => route.abort())
  await retry.click()
  await expect(toast(page, 'Error')).toContainText('Failed to upload record')
  await page.unroute(records)
  await retry.click()
  await expect(toast(page, 'Success')).toContainText('Patient record uploaded successfully')

  await choose(page, 'Maren Signed', 'View Records')
  await dialog.getByRole('button', { name: 'Delete knee.png' }).click()
  await page.getByRole('dialog', { name: 'Delete Record' }).getByLabel('Reason').fill('Of another patient')
  await twice(page, () => inDialog(page, 'Delete Record').click(), [
    'Failed to delete record',
    'Record deleted successfully',
  ])
}

async function completesATask(page: Page) {
  await visit(page, '/')
  await twice(page, () => page.getByRole('button', { name: 'Complete: Call back' }).click(), [
    'Failed to complete task',
    'Task marked as completed',
  ])
}

async function changesUsers(page: Page) {
  await visit(page, '/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Lena')
  await dialog.getByLabel('Last Name').fill('Hart')
  await dialog.getByLabel('Email').fill('lena@clinic.test')
  await dialog.getByPlaceholder('Minimum 8 characters').fill('a long pass phrase')
  await twice(page, () => inDialog(page, 'Create User').click(), [
    'Failed to create user',
    'User created successfully',
  ])
  await twice(page, () => page.getByRole('button', { name: /activate: Una Vale$/i }).click(), [
    'Failed to update user status',
    'User deactivated successfully',
  ])
  await page.getByRole('button', { name: 'Delete: Una Vale' }).click()
  await twice(page, () => inDialog(page, 'Delete User', 'alertdialog').click(), [
    'Failed to delete user',
    'User deleted successfully',
  ])
}

async function changesThePassword(page: Page) {
  await visit(page, '/change-password')
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByLabel('New Password').first().fill('A-much-better-one-2026')
  await page.getByLabel('Confirm New Password').fill('A-much-better-one-2026')
  const change = page.getByRole('button', { name: 'Change Password' })
  await page.route('**/api/auth/change-password', (route) => route.abort())
  await change.click()
  await expect(page.getByRole('alert')).toContainText('Failed to change password')
  await page.unroute('**/api/auth/change-password')
  await change.click()
  await expect(toast(page, 'Success')).toContainText('Password changed successfully')
}
