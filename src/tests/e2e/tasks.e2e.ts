import type { Page } from '@playwright/test'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { dayFromNow, pick, toast, visit, visitUntilSessionEnds } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const DAY_MS = 86_400_000

/** A user's tasks: due yesterday, due today, without a date, and done. */
async function giveTasks(clinic: TestClinic, to: User, patientId: string | null = null): Promise<void> {
  const given = { createdById: to.id, assignedToId: to.id, patientId }
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  await clinic.db.task.createMany({
    data: [
      { ...given, title: 'Call the records office', priority: 'urgent', dueDate: inDays(-2) },
      { ...given, title: 'Book an interpreter', dueDate: new Date(), description: 'Spanish, in person.' },
      { ...given, title: 'Order folders', priority: 'low' },
      { ...given, title: 'Scan the old form', status: 'completed', completedAt: new Date() },
    ],
  })
}

const line = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const list = (page: Page, group: string) => page.getByRole('list', { name: new RegExp(`^${group}`) })

test('tasks are grouped by due date, and completed ones are shown on request', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user({ firstName: 'Sam', lastName: 'Okoye' })
  const { id } = await clinic.patient({ lastName: 'Okafor' })
  await giveTasks(clinic, staff, id)
  await signIn(staff)
  await visit(page, '/tasks')
  await expect(page.getByRole('heading', { name: 'Task Management' })).toBeVisible()
  await expect(page.getByText('Manage and track patient care tasks')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All Tasks' })).toBeVisible()
  await expect(page.getByText('Total: 4 tasks')).toBeVisible()
  await expect(list(page, 'Overdue')).toContainText('Call the records office')
  await expect(list(page, 'Overdue').getByText('Urgent priority')).toBeVisible()
  await expect(list(page, 'Today')).toContainText('Assigned to Sam Okoye · Maren Okafor · due today')
  await expect(list(page, 'Later')).toContainText('Order folders')
  await expect(page.getByText('Scan the old form')).toBeHidden()
  await page.getByRole('link', { name: 'Show Done Tasks' }).click()
  await expect(list(page, 'Done')).toContainText('Scan the old form')
  await expect(line(page, 'Scan the old form')).toContainText('completed')
  await page.reload()
  await expect(line(page, 'Scan the old form')).toBeVisible()
  await line(page, 'Book an interpreter').getByRole('link', { name: 'Maren Okafor' }).click()
  await expect(page.getByRole('dialog', { name: 'Maren Okafor' })).toBeVisible()
})

test('a task is completed with one click, and Undo reopens it', async ({ page, clinic, signIn }) => {
  const staff = await clinic.user()
  await giveTasks(clinic, staff)
  await signIn(staff)
  await visit(page, '/tasks')
  await page.getByRole('button', { name: 'Complete: Call the records office' }).click()
  await expect(toast(page, 'Success')).toContainText('Task marked as completed')
  await expect(line(page, 'Call the records office')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Complete: Book an interpreter' })).toBeFocused()
  await expect(page.getByText('Total: 4 tasks')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Success')).toContainText('Task reopened')
  await expect(list(page, 'Overdue')).toContainText('Call the records office')
  expect(await clinic.db.task.count({ where: { status: 'completed' } })).toBe(1)
})

test('a task is added, started, edited and cancelled', async ({ page, clinic, signIn }) => {
  const staff = await clinic.user({ firstName: 'Sam', lastName: 'Okoye' })
  const attorney = await clinic.user({ role: 'attorney', firstName: 'Lena', lastName: 'Hart' })
  await clinic.user({ role: 'attorney', firstName: 'Theo', lastName: 'Banks' })
  const patient = await clinic.patient({ lastName: 'Okafor', assignedAttorneyId: attorney.id })
  await signIn(staff)
  await visit(page, '/tasks')
  await expect(page.getByText('No tasks found')).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: 'Add Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Task' })
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('Read the file')
  await dialog.getByLabel('Time').fill('25:00')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog.getByText('Time must be in HH:MM format')).toBeVisible()
  await dialog.getByLabel('Time').fill('15:30')
  await dialog.getByLabel('Due Date').fill(dayFromNow(40))
  await dialog.getByRole('combobox', { name: 'Patient' }).fill('okaf')
  await page.getByRole('option', { name: /Maren Okafor/ }).click()
  await expect(dialog.getByRole('option', { name: /Theo Banks/ })).toBeDisabled()
  await pick(dialog, /Assigned To/, /Lena Hart/)
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(toast(page, 'Success')).toContainText('Task added successfully')
  await expect(line(page, 'Read the file')).toContainText('Assigned to Lena Hart · Maren Okafor')
  await expect(line(page, 'Read the file')).toContainText('3:30 PM')
  expect(await clinic.db.task.findFirst()).toMatchObject({ patientId: patient.id, assignedToId: attorney.id })

  const menu = page.getByRole('button', { name: 'More actions for Read the file' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Start' }).click()
  await expect(line(page, 'Read the file')).toContainText('in progress')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit Task' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Task' })
  await expect(edit.getByLabel('Time')).toHaveValue('15:30')
  await edit.getByLabel('Title').fill('Read the whole file')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Success')).toContainText('Task updated successfully')
  await page.getByRole('button', { name: 'More actions for Read the whole file' }).click()
  await page.getByRole('menuitem', { name: 'Cancel Task' }).click()
  await expect(toast(page, 'Success')).toContainText('Task cancelled')
  await expect(page.getByText('No tasks found')).toBeVisible()
  await page.getByRole('link', { name: 'Show Done Tasks' }).click()
  await expect(line(page, 'Read the whole file')).toContainText('cancelled')
  await page.getByRole('button', { name: 'Reopen: Read the whole file' }).click()
  await expect(list(page, 'Later')).toContainText('Read the whole file')
})

test('an attorney sees their own tasks and those of their patients, and sees an error when refused', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const [attorney, other] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  const hidden = await clinic.patient({ assignedAttorneyId: other.id, lastName: 'Hidden' })
  await giveTasks(clinic, other, hidden.id)
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: attorney.id })
  const task = { title: 'Check the file', createdById: other.id, assignedToId: attorney.id, patientId }
  await clinic.db.task.create({ data: task })
  await signIn(attorney)
  await visit(page, '/tasks')
  await expect(page.getByText('Total: 1 tasks')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Hidden')
  await page.getByRole('banner').getByRole('button', { name: 'Add Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Task' })
  await dialog.getByLabel('Title').fill('Mine')
  await dialog.getByRole('combobox', { name: 'Patient' }).fill('hidden')
  await expect(page.getByText('No patients found')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Patient' }).fill('')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(toast(page, 'Success')).toContainText('Task added successfully')
  await expect(line(page, 'Mine')).toBeVisible()
})

test('an ended session asks the user to log in instead of showing tasks', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const staff = await clinic.user()
  await giveTasks(clinic, staff)
  await signIn(staff)
  watch.allow(401, /graphql/)
  await visitUntilSessionEnds(page, '/tasks', clinic)
  await expect(page.getByText('Please log in to view tasks')).toBeVisible()
})

test('J and K move through the tasks, X completes one and Enter opens one', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  await giveTasks(clinic, staff)
  await signIn(staff)
  await visit(page, '/tasks')
  const title = (name: string) => page.getByRole('button', { name, exact: true })
  await page.keyboard.press('j')
  await expect(title('Call the records office')).toBeFocused()
  await page.keyboard.press('j')
  await expect(title('Book an interpreter')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await expect(toast(page, 'Success')).toContainText('Task marked as completed')
  await expect(title('Call the records office')).toBeHidden()
  await expect(title('Book an interpreter')).toBeFocused()
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Task' })
  await expect(edit.getByLabel('Title')).toHaveValue('Book an interpreter')
})
