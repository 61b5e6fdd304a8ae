import { audit } from '#operations/audit.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { inspector } from './support/inspect.ts'
import { phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('an unassigned attorney cannot find the patient', async ({ page, clinic, signIn }) => {
  const patient = await clinic.patient({ lastName: 'Okafor', email: 'okafor@example.test' })
  await signIn(await clinic.user({ role: 'attorney' }))

  await visit(page, '/patients')
  await expect(page.getByRole('heading', { name: 'Patients (0)' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All 0' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search patients...' }).fill('okafor')
  await expect(page).toHaveURL(/search=okafor/)
  await expect(page.getByText('No patients found')).toBeVisible()

  await visit(page, `/patients?patient=${patient.id}`)
  const dialog = page.getByRole('dialog', { name: 'Patient' })
  await expect(dialog.getByRole('alert')).toContainText(/not found|no such|does not exist/i)
  await expect(dialog).not.toContainText('Okafor')
})

test('an assigned attorney sees the patient and the actions allowed to attorneys', async ({
  page,
  clinic,
  signIn,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ lastName: 'Okafor', assignedAttorneyId: attorney.id })
  await signIn(attorney)

  await visit(page, '/patients')
  await expect(page.getByRole('button', { name: 'Add Patient' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions for Maren Okafor' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Preview Consent Form',
    'View Details',
    'Notes',
    'View Records',
    'Drop Patient',
  ])
  await page.keyboard.press('Escape')

  await visit(page, `/patients?patient=${patient.id}`)
  await expect(page.getByRole('dialog', { name: 'Maren Okafor' })).toContainText(patient.email)
})

test('only administrators can open the audit log', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await signIn(await clinic.user({ role: 'staff' }))
  watch.allow(403, /^\/audit-logs$/)
  await visit(page, '/audit-logs')
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
  await expect(page.getByText('Only administrators can view audit logs.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Audit Logs' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()
})

test('on a phone, an attorney sees first which patients have something new', async ({
  clinic,
  signIn,
  visitor,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const { id: patientId } = await clinic.patient({ lastName: 'Okafor', assignedAttorneyId: attorney.id })
  const before = new Date(Date.now() - 7_200_000)
  await clinic.db.dashboardVisit.create({ data: { userId: attorney.id, visitedAt: before } })
  const staff = await clinic.user()
  const { id: resourceId } = await storedRecord(clinic, { patientId, uploadedById: staff.id })
  await audit(clinic.as(staff), { action: 'created', resourceType: 'patient_record', resourceId, patientId })
  const inHand = await visitor(phone)
  await signIn(attorney, inHand.context())
  await visit(inHand, '/patients')
  const news = inHand.getByRole('region', { name: 'New for You' })
  await expect(news.getByRole('link')).toHaveText(/Maren Okafor\s*1 record uploaded/)
  const { found, inspect } = inspector(inHand, '[data-new-for-you]')
  await inspect('new for you')
  expect(found).toEqual([])
  await news.getByRole('link').click()
  await expect(inHand.getByRole('dialog', { name: 'Maren Okafor' })).toBeVisible()
  await inHand.setViewportSize({ width: 1440, height: 900 })
  await visit(inHand, '/patients')
  await expect(news).toBeHidden()
})
