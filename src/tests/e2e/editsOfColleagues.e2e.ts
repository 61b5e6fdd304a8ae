import { wallClock } from '#domain/dates.ts'
import { editAppointment } from '#operations/appointments/editAppointment.ts'
import { editTask } from '#operations/tasks/editTask.ts'
import { clinicAtWork, ten } from './support/appointments.ts'
import { choose, dayFromNow, pick, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('two users who edit different fields of a patient do not overwrite each other', async ({
  page,
  clinic,
  signIn,
  visitor,
}) => {
  const patient = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  const staff = await clinic.user()
  const other = await visitor()
  await signIn(staff)
  await signIn(await clinic.user(), other.context())
  for (const each of [page, other]) {
    await visit(each, '/patients')
    await choose(each, 'Jo Okafor', 'Edit')
    await expect(each.getByLabel('Phone')).toBeVisible()
  }
  await other.getByLabel('Phone').fill('(415) 555-0111')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByRole('dialog', { name: 'Edit Patient' })).toBeHidden()
  await page.getByLabel('Address').fill('418 Guerrero St')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Patient' })).toBeHidden()
  const kept = await clinic.db.patient.findUnique({ where: { id: patient.id } })
  expect(kept).toMatchObject({ phone: '(415) 555-0111', address: '418 Guerrero St' })
})

test('a user who changes a field that a colleague has just changed sees it and decides', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const patient = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor', address: '1 Elm St' })
  await signIn(await clinic.user())
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/patients')
  await choose(page, 'Jo Okafor', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Patient' })
  await dialog.getByLabel('Address').fill('1 Elm St, Apt 2')
  await clinic.db.patient.update({ where: { id: patient.id }, data: { address: '418 Guerrero St' } })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const told = dialog.getByText('Someone else changed this to “418 Guerrero St” while you were editing')
  await expect(told).toBeInViewport({ ratio: 1 })
  const stored = () => clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect((await stored()).address).toBe('418 Guerrero St')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  expect((await stored()).address).toBe('1 Elm St, Apt 2')
})

test('a task keeps what a colleague has changed, and the same field is replaced only on purpose', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const staff = await clinic.user()
  const lena = await clinic.user({ firstName: 'Lena', lastName: 'Hart' })
  const task = await clinic.db.task.create({
    data: { title: 'Order folders', assignedToId: staff.id, createdById: staff.id },
  })
  const stored = () => clinic.db.task.findUniqueOrThrow({ where: { id: task.id } })
  await signIn(staff)
  await visit(page, '/tasks')
  await page.getByRole('button', { name: 'More actions for Order folders' }).click()
  await page.getByRole('menuitem', { name: 'Edit Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Task' })
  await dialog.getByLabel('Title').fill('Order red folders')
  await pick(dialog, 'Priority', 'Low')
  await editTask(clinic.as(lena), {
    taskId: task.id,
    description: 'Ask Rosa for the size',
    title: 'Order ten folders',
    priority: 'urgent',
  })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Someone else changed this to “Order ten folders”')).toBeVisible()
  await expect(dialog.getByText('Someone else changed this to “Urgent”')).toBeVisible()
  expect(await stored()).toMatchObject({ title: 'Order ten folders', priority: 'urgent' })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toMatchObject({
    title: 'Order red folders',
    priority: 'low',
    description: 'Ask Rosa for the size',
  })
})

test('an appointment keeps what a colleague has changed, and is moved only on purpose', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { book } = await clinicAtWork(clinic)
  const { id } = await book({ location: 'Room 1' })
  const stored = () => clinic.db.appointment.findUniqueOrThrow({ where: { id } })
  const colleague = clinic.as(await clinic.user())
  await signIn(await clinic.user())
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/schedule')
  await page.getByRole('button', { name: 'Edit Appointment: Maren Okafor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Appointment' })
  await dialog.getByLabel('Notes').fill('Brings her brother')
  await editAppointment(colleague, { appointmentId: id, location: 'Room 4' })
  await dialog.getByRole('button', { name: 'Update Appointment' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toMatchObject({ location: 'Room 4', notes: 'Brings her brother' })

  await page.getByRole('button', { name: 'Edit Appointment: Maren Okafor' }).click()
  // The time of the old day must not replace the colleague's new time without a word.
  await dialog.getByLabel('Date').fill(dayFromNow(4))
  await editAppointment(colleague, { appointmentId: id, scheduledAt: ten('15:00').toISOString() })
  await dialog.getByRole('button', { name: 'Update Appointment' }).click()
  await expect(dialog.getByText(/Someone else changed this to “.* 3:00 PM”/)).toBeVisible()
  expect(wallClock((await stored()).scheduledAt, 'America/New_York').time).toBe('15:00')
  await dialog.getByRole('button', { name: 'Update Appointment' }).click()
  await expect(dialog).toBeHidden()
  expect(wallClock((await stored()).scheduledAt, 'America/New_York')).toEqual({
    day: dayFromNow(4),
    time: '10:00',
  })
})

test('the chart shows what other systems call the patient', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const patient = await clinic.patient()
  await clinic.db.identifier.createMany({
    data: [
      { kind: 'patient', patientId: patient.id, system: 'https://ehr.example.org/patients', value: 'E-17' },
      { kind: 'patient', patientId: patient.id, system: 'Case management', value: '2026/4711' },
    ],
  })
  await signIn(await clinic.user())
  await visit(page, `/patients?patient=${patient.id}`)
  const chart = page.getByRole('dialog')
  await expect(chart.locator('div', { hasText: /^ID in ehr\.example\.orgE-17$/ })).toBeVisible()
  await expect(chart.locator('div', { hasText: /^ID in Case management2026\/4711$/ })).toBeVisible()
})
