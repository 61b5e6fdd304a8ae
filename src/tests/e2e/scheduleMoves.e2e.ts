import type { Locator, Page } from '@playwright/test'
import { editAppointment } from '#operations/appointments/editAppointment.ts'
import { clinicAtWork, day, ten } from './support/appointments.ts'
import { toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const HOUR = 52

const column = (page: Page, name: string) => page.getByRole('group', { name })
const block = (page: Page, start: string, name = 'Okafor') =>
  page.getByRole('button', { name: new RegExp(`^${start} ${name}, `) })

async function drag(page: Page, from: Locator, { hours = 0, to }: { hours?: number; to?: Locator }) {
  const start = await from.boundingBox()
  const end = to ? await to.boundingBox() : start
  if (!start || !end) throw new Error('Both must be visible')
  const y = start.y + start.height / 2
  await page.mouse.move(start.x + start.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, y + (hours * HOUR) / 2)
  await page.mouse.move(end.x + end.width / 2, y + hours * HOUR)
  await page.mouse.up()
}

test('a press on an empty slot books that time with that provider', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { book } = await clinicAtWork(clinic)
  await book()
  await signIn(await clinic.user({ firstName: 'Ada', lastName: 'Ames' }))
  await visit(page, `/schedule?view=day&date=${day}`)
  const slot = column(page, 'Noor Haddad').getByRole('button', { name: /^Book / })
  await slot.click({ position: { x: 20, y: 6.6 * HOUR } })
  const dialog = page.getByRole('dialog', { name: 'Schedule Appointment' })
  await expect(dialog.getByLabel('Time')).toHaveValue('14:30')
  await expect(dialog.getByLabel('Date')).toHaveValue(day)
  await expect(dialog.getByRole('combobox', { name: /Provider/ }).locator('option:checked')).toHaveText(
    'Noor Haddad (Staff)',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await column(page, 'Ada Ames').getByRole('button', { name: 'Book 9:00 AM, Ada Ames' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('9:30 AM', { exact: true }).first()).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Time')).toHaveValue('09:30')
  await expect(dialog.getByRole('combobox', { name: /Provider/ }).locator('option:checked')).toHaveText(
    'Noor Haddad (Staff)',
  )
})

test('an appointment is moved and resized by dragging, and the move can be undone', async ({
  page,
  clinic,
  signIn,
}) => {
  const { book, provider } = await clinicAtWork(clinic)
  const { id } = await book()
  const staff = await clinic.user({ firstName: 'Ada', lastName: 'Ames' })
  await signIn(staff)
  await visit(page, `/schedule?view=day&date=${day}`)
  const stored = () => clinic.db.appointment.findUniqueOrThrow({ where: { id } })
  await drag(page, block(page, '10:00 AM'), { hours: 2, to: column(page, 'Ada Ames') })
  await expect(column(page, 'Ada Ames').getByRole('button', { name: /^12:00 PM Okafor, / })).toBeVisible()
  await expect(toast(page, 'Success')).toContainText('12:00 PM, 60 minutes, with Ada Ames')
  expect(await stored()).toMatchObject({ scheduledAt: ten('12:00'), providerId: staff.id })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Success')).toContainText('10:00 AM, 60 minutes, with Noor Haddad')
  expect(await stored()).toMatchObject({ scheduledAt: ten(), providerId: provider.id })

  const box = await block(page, '10:00 AM').boundingBox()
  if (!box) throw new Error('It must be visible')
  await page.mouse.move(box.x + 30, box.y + box.height - 3)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + box.height + HOUR / 4)
  await page.mouse.move(box.x + 30, box.y + box.height - 3 + HOUR / 2)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: /^10:00 AM Okafor, Maren, until 11:30 AM/ })).toBeVisible()
  await expect.poll(async () => (await stored()).duration).toBe(90)
  expect((await stored()).scheduledAt).toEqual(ten())
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the keyboard moves an appointment and says where it is', async ({ page, clinic, signIn }) => {
  const { book } = await clinicAtWork(clinic)
  const { id } = await book()
  await signIn(await clinic.user({ firstName: 'Ada', lastName: 'Ames' }))
  await visit(page, `/schedule?view=day&date=${day}`)
  await expect(block(page, '10:00 AM')).toHaveAccessibleDescription('Press M to move it with the arrow keys.')
  await block(page, '10:00 AM').press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('Noor Haddad, 10:15 AM to 11:30 AM')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not moved')).toBeAttached()
  await expect(block(page, '10:00 AM')).toBeFocused()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Success')).toContainText('10:15 AM, 60 minutes, with Noor Haddad')
  expect((await clinic.db.appointment.findUniqueOrThrow({ where: { id } })).scheduledAt).toEqual(ten('10:15'))
})

test('a move to a busy slot asks first, and goes back if the user declines', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { book, provider } = await clinicAtWork(clinic)
  const { id } = await book()
  const other = await clinic.patient({ lastName: 'Lund', status: 'consent_signed' })
  await book({ patientId: other.id, scheduledAt: ten('12:00') })
  const staff = await clinic.user()
  await signIn(staff)
  await visit(page, `/schedule?view=day&date=${day}&provider=${provider.id}`)
  await drag(page, block(page, '10:00 AM'), { hours: 2 })
  const question = page.getByRole('alertdialog', { name: 'Book Anyway?' })
  await expect(question).toContainText('The attorney or staff member already has an appointment at that time')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(block(page, '10:00 AM')).toBeVisible()
  await drag(page, block(page, '10:00 AM'), { hours: 2 })
  await question.getByRole('button', { name: 'Book Anyway' }).click()
  await expect(block(page, '12:00 PM')).toBeVisible()
  await expect(toast(page, 'Success')).toContainText('12:00 PM')
  expect(await clinic.db.appointment.findUniqueOrThrow({ where: { id } })).toMatchObject({
    isDoubleBooked: true,
  })
  expect(
    await clinic.db.auditLog.findFirst({ where: { action: 'updated', resourceId: id, userId: staff.id } }),
  ).toMatchObject({ details: { bookedAnyway: true } })
})

/** Holds the next move back until `release` is called. Later ones pass. */
async function holdMove(page: Page) {
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/graphql', async (route) => {
    if (isFirst && route.request().postData()?.includes('expectedVersion')) {
      isFirst = false
      arrived.resolve()
      await held.promise
    }
    await route.continue()
  })
  return { arrived: arrived.promise, release: held.resolve }
}

test('a move of an appointment that someone else has just moved is refused, and the calendar shows that move', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { book, provider } = await clinicAtWork(clinic)
  const { id } = await book()
  await signIn(await clinic.user())
  await visit(page, `/schedule?view=day&date=${day}`)
  const { arrived, release } = await holdMove(page)
  await drag(page, block(page, '10:00 AM'), { hours: 2 })
  await arrived
  await editAppointment(clinic.as(provider), { appointmentId: id, scheduledAt: ten('15:00').toISOString() })
  release()
  await expect(toast(page, 'Error')).toContainText('Someone else has just changed this appointment')
  await expect(block(page, '3:00 PM')).toBeVisible()
  await drag(page, block(page, '3:00 PM'), { hours: -1 })
  await expect(toast(page, 'Success')).toContainText('2:00 PM')
  expect((await clinic.db.appointment.findUniqueOrThrow({ where: { id } })).scheduledAt).toEqual(ten('14:00'))
})

test('a second move while the first is being saved is saved after it', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { book } = await clinicAtWork(clinic)
  const { id } = await book()
  await signIn(await clinic.user())
  await visit(page, `/schedule?view=day&date=${day}`)
  const { arrived, release } = await holdMove(page)
  await drag(page, block(page, '10:00 AM'), { hours: 1 })
  await arrived
  await drag(page, block(page, '11:00 AM'), { hours: 2 })
  await expect(block(page, '1:00 PM')).toBeVisible()
  release()
  await expect(toast(page, 'Success').filter({ hasText: '1:00 PM' })).toBeVisible()
  expect((await clinic.db.appointment.findUniqueOrThrow({ where: { id } })).scheduledAt).toEqual(ten('13:00'))
  await expect(block(page, '1:00 PM')).toBeVisible()
})

test('a move that the server refuses goes back', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  const { book, patient } = await clinicAtWork(clinic)
  await book()
  await signIn(await clinic.user())
  await visit(page, `/schedule?view=day&date=${day}`)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { status: 'pending_consent' } })
  await drag(page, block(page, '10:00 AM'), { hours: 1 })
  await expect(toast(page, 'Error')).toContainText('Appointments can be booked once the consent is signed')
  await expect(block(page, '10:00 AM')).toBeVisible()
  await expect(block(page, '11:00 AM')).toHaveCount(0)
})

test('an attorney can neither book nor move in the calendar', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { attorney, book } = await clinicAtWork(clinic)
  const { id } = await book()
  await signIn(attorney)
  await visit(page, `/schedule?view=day&date=${day}`)
  await expect(page.getByRole('button', { name: /^Book / })).toHaveCount(0)
  await drag(page, block(page, '10:00 AM'), { hours: 2 })
  await page.keyboard.press('Escape')
  await block(page, '10:00 AM').press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Appointment' })).toBeVisible()
  expect((await clinic.db.appointment.findUniqueOrThrow({ where: { id } })).scheduledAt).toEqual(ten())
})
