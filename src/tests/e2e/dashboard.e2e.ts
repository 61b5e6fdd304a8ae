import { addPatient } from '#operations/patients/addPatient.ts'
import { addTask } from '#operations/tasks/addTask.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { follow, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const card = (name: string) => ({ name, exact: true }) as const

/** A clinic in which staff added an attorney's patient and six tasks. */
async function fill(clinic: TestClinic) {
  const [admin, staff, attorney] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ firstName: 'Sam', lastName: 'Okoye' }),
    await clinic.user({ role: 'attorney' }),
  ]
  const { id: patientId } = await addPatient(clinic.as(staff), {
    firstName: 'Maren',
    lastName: 'Okafor',
    email: 'okafor@example.test',
  })
  await clinic.db.patient.update({ where: { id: patientId }, data: { assignedAttorneyId: attorney.id } })
  for (let n = 1; n <= 6; n += 1)
    await addTask(clinic.as(staff), {
      title: `Task ${n}`,
      assignedTo: staff.id,
      dueDate: `2100-0${n}-05`,
      patientId: n === 2 ? patientId : null,
    })
  return { admin, staff, attorney, patientId }
}

/** Writes a history in which the patient left Pending Consent after this many days. */
async function wentOnAfter(clinic: TestClinic, patientId: string, days: number) {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await clinic.db.patientStatusChange.createMany({
    data: [
      { patientId, to: 'pending_consent', changedAt: ago(days + 1) },
      { patientId, from: 'pending_consent', to: 'consent_sent', changedAt: ago(1) },
    ],
  })
}

for (const role of ['admin', 'staff'] as const)
  test(`${role} sees five tasks and five activities, and completes a task with one click`, {
    tag: role === 'staff' ? [] : '@long',
  }, async ({ page, clinic, signIn }) => {
    await signIn((await fill(clinic))[role])
    await visit(page, '/')
    const queue = page.getByRole('region', card('Task Queue'))
    await expect(queue.getByRole('listitem')).toHaveCount(5)
    await expect(queue.getByRole('listitem').first()).toContainText(
      'Task 1Assigned to Sam Okoye · due Jan 5, 2100',
    )
    const activity = page.getByRole('region', card('Recent Activity'))
    await expect(activity.getByRole('listitem')).toHaveCount(5)
    await expect(activity).not.toContainText(/listed|viewed/i)

    await page.getByRole('button', { name: 'Complete: Task 1' }).click()
    await expect(toast(page, 'Success')).toContainText('Task marked as completed')
    await expect(queue.getByText('Task 1')).toBeHidden()
    await expect(queue.getByText('Task 6')).toBeVisible()
    await expect(activity.getByRole('listitem').first()).toContainText('Task updated')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(queue.getByText('Task 1')).toBeVisible()
    await follow(page, page.getByRole('link', { name: 'View All Tasks' }), 'Task Management')
  })

test('an attorney sees tasks, activities and figures only for their own patients', async ({
  page,
  clinic,
  signIn,
}) => {
  const { attorney, staff, patientId } = await fill(clinic)
  const { id: hiddenId } = await clinic.patient({ lastName: 'Hidden', createdById: staff.id })
  await wentOnAfter(clinic, patientId, 3)
  await wentOnAfter(clinic, hiddenId, 9)
  await signIn(attorney)
  await visit(page, '/')
  const queue = page.getByRole('region', card('Task Queue'))
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await expect(queue).toContainText('Task 2')
  const activity = page.getByRole('region', card('Recent Activity'))
  await expect(activity).toContainText('New patient registered')
  await expect(activity.getByText('New task created')).toHaveCount(1)
  await expect(page.getByRole('main')).not.toContainText('Hidden')
  await expect(page.getByRole('link', { name: /^Total Patients\s*1/ })).toBeVisible()
  const funnel = page.getByRole('region', card('Where the Caseload Stands'))
  await expect(funnel.getByRole('listitem').first()).toHaveText(
    /^Pending Consent\s*1\s*median 3.0 days to next step$/,
  )
  await expect(funnel.getByText(/median/)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Add New Patient' })).toHaveCount(0)
})

test('a new clinic shows that its lists are empty', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'attorney' }))
  await clinic.db.auditLog.count()
  await visit(page, '/')
  await expect(page.getByText('No patients found')).toBeVisible()
  await expect(page.getByText('No pending tasks')).toBeVisible()
})

test('figures and buttons open their pages, and the search works', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn((await fill(clinic)).staff)
  for (const [link, heading] of [
    [/^Pending Consent\s*1/, 'Patient Management'],
    ['Send Consent Forms', 'Consent Form Management'],
    ['Schedule Appointment', 'Appointment Scheduling'],
    ['View All Patients', 'Patient Management'],
  ] as const) {
    await visit(page, '/')
    await follow(page, page.getByRole('main').getByRole('link', { name: link }), heading)
  }
  await visit(page, '/')
  await page.getByRole('button', { name: 'Export Reports' }).click()
  await expect(page.getByRole('dialog', { name: 'Export Reports' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search patients...' }).fill('okaf')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/patients\?search=okaf/)
  await expect(page.getByRole('row', { name: /Maren Okafor/ })).toBeVisible()
})

test('a task that cannot be completed shows an error and stays', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await signIn((await fill(clinic)).staff)
  await visit(page, '/')
  watch.allow('net::ERR_FAILED', /graphql/)
  await page.route('**/graphql**', (route) => route.abort())
  await page.getByRole('button', { name: 'Complete: Task 1' }).click()
  await expect(toast(page, 'Error')).toContainText('Failed to complete task')
  await expect(page.getByRole('region', card('Task Queue')).getByText('Task 1')).toBeVisible()
})
