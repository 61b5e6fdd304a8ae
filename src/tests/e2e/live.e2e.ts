import { addPatient } from '#operations/patients/addPatient.ts'
import { editPatient } from '#operations/patients/editPatient.ts'
import { overridePatientStatus } from '#operations/patients/overridePatientStatus.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { asksOf, show, soon, streamsOf } from './support/live.ts'
import { hearTraffic, rowOf, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** Another user. */
const colleague = async (clinic: TestClinic) => clinic.as(await clinic.user({ role: 'admin' }))

const person = { firstName: 'Lena', lastName: 'Hart', email: 'lena.hart@example.test' }

test('a colleague’s changes appear within two seconds: a new patient, another status, the counts', async ({
  page,
  clinic,
  signIn,
}) => {
  const streams = streamsOf(page.context())
  const { id: patientId } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await streams.are(1)
  const admin = await colleague(clinic)
  const patients = page.getByRole('link', { name: 'Patients', exact: true })
  const consents = page.getByRole('link', { name: 'Consent Forms', exact: true })
  await expect(patients).toHaveAccessibleDescription('1 patient')
  await expect(consents).toHaveAccessibleDescription('1 unsigned consent')

  await overridePatientStatus(admin, { patientId, status: 'schedulable' })
  await expect(rowOf(page, 'Jo Okafor')).toContainText('Schedulable', soon)
  await expect(consents).toHaveAccessibleDescription('0 unsigned consents', soon)
  await addPatient(admin, person)
  await expect(rowOf(page, 'Lena Hart')).toBeVisible(soon)
  await expect(page.getByRole('heading', { name: 'Patients (2)' })).toBeVisible()
  await expect(patients).toHaveAccessibleDescription('2 patients', soon)
})

test('an open chart updates with its patient only', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  const streams = streamsOf(page.context())
  const { id: patientId } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  const { id: otherId } = await clinic.patient({ lastName: 'Hart' })
  await signIn(await clinic.user())
  await visit(page, `/patients?patient=${patientId}`)
  const dialog = page.getByRole('dialog', { name: 'Jo Okafor' })
  await expect(dialog).toBeVisible()
  await streams.are(1)
  const admin = await colleague(clinic)
  const viewed = () => clinic.db.auditLog.count({ where: { action: 'viewed', patientId } })
  const before = await viewed()
  await editPatient(admin, { patientId: otherId, phone: '(415) 555-0101' })
  await expect(rowOf(page, 'Hart')).toContainText('(415) 555-0101', soon)
  expect(await viewed(), 'the chart was not opened again').toBe(before)
  await editPatient(admin, { patientId, phone: '(415) 555-0102' })
  await expect(dialog).toContainText('(415) 555-0102', soon)
})

test('many changes are reloaded together, and background requests do not extend a session', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const streams = streamsOf(page.context())
  const ids: string[] = []
  while (ids.length < 10) ids.push((await clinic.patient()).id)
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await streams.are(1)
  const admin = await colleague(clinic)
  // Simulates that the last input was five minutes ago.
  await clinic.db.$executeRaw`UPDATE sessions SET expire = expire - interval '5 minutes',
    sess = jsonb_set(sess, '{seenAt}', to_jsonb(now() - interval '5 minutes'))`
  const end = async () => (await clinic.db.session.findFirstOrThrow()).expire
  const before = await end()
  const asked = asksOf(page)
  const began = performance.now()
  for (const patientId of ids) await editPatient(admin, { patientId, phone: '(415) 555-0199' })
  await expect(page.getByRole('cell', { name: '(415) 555-0199' })).toHaveCount(10, soon)
  // At once, and then at most once a second.
  const most = 2 + (performance.now() - began) / 1_000
  expect(asked.filter((name) => name === 'PatientList').length).toBeLessThanOrEqual(most)
  expect(await end()).toEqual(before)

  await page.getByRole('link', { name: /^Consent Sent/ }).click()
  await expect(page.getByText('No patients found')).toBeVisible()
  expect((await end()).getTime()).toBeGreaterThan(before.getTime())
})

test('two tabs share one stream, which moves to the other tab when one closes', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const context = page.context()
  const streams = streamsOf(context)
  const { id: patientId } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  const other = await context.newPage()
  await visit(other, '/patients')
  await other.waitForLoadState('networkidle')
  await streams.are(1)
  const admin = await colleague(clinic)
  await editPatient(admin, { patientId, phone: '(415) 555-0101' })
  for (const tab of [page, other]) await expect(rowOf(tab, 'Jo Okafor')).toContainText('(415) 555-0101', soon)
  await page.close()
  await streams.are(1)
  await editPatient(admin, { patientId, phone: '(415) 555-0102' })
  await expect(rowOf(other, 'Jo Okafor')).toContainText('(415) 555-0102', soon)
})

test('a hidden tab has no stream, and reloads when the user returns', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const streams = streamsOf(page.context())
  const { id: patientId } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await streams.are(1)
  await show(page, 'hidden')
  await streams.are(0)
  // The browser releases the lock a moment later. Until then, the tab would be taken for a second one.
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held)).toEqual([])
  const asked = asksOf(page)
  const traffic = hearTraffic(page)
  await show(page, 'visible')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await streams.are(1)
  await traffic.rest()
  expect(asked.toSorted(), 'each once, although the browser sends two events').toEqual([
    'Counts',
    'PatientList',
  ])

  await show(page, 'hidden')
  await streams.are(0)
  await editPatient(await colleague(clinic), { patientId, phone: '(415) 555-0101' })
  await show(page, 'visible')
  await expect(rowOf(page, 'Jo Okafor')).toContainText('(415) 555-0101', soon)
  await streams.are(1)
})

test('the stream ends with the session, and the page becomes the sign-in page', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const streams = streamsOf(page.context())
  await clinic.patient({ lastName: 'Okafor' })
  const user = await clinic.user()
  await signIn(user)
  await visit(page, '/patients')
  await streams.are(1)
  watch.allow(401, /^\/patients$/)
  await setUserActive(await colleague(clinic), { userId: user.id, isActive: false })
  await expect(page.getByRole('heading', { name: 'Sign in to Caseload' })).toBeVisible()
  await expect(page.getByText('Okafor')).toHaveCount(0)
  await streams.are(0)
})

test('a colleague’s change of a status flashes and is announced in the list and the chart, an own one is not', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const streams = streamsOf(page.context())
  const { id: patientId } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/patients')
  await streams.are(1)
  const admin = await colleague(clinic)
  await overridePatientStatus(admin, { patientId, status: 'consent_signed' })
  const said = page.getByRole('status').filter({ hasText: 'Jo Okafor' })
  await expect(said).toHaveText('Jo Okafor is now at Consent Signed. Next: Schedule Consultation.', soon)
  await expect(rowOf(page, 'Jo Okafor')).toHaveAttribute('data-changed')

  await page.getByRole('link', { name: 'Jo Okafor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Jo Okafor' })
  await expect(dialog.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await overridePatientStatus(admin, { patientId, status: 'treatment_completed' })
  await expect(dialog.getByRole('status')).toContainText('Jo Okafor is now at Treatment Completed.', soon)
  await expect(dialog.getByRole('status')).toHaveText('', { timeout: 15_000 })

  await dialog.getByRole('button', { name: 'Mark Pending Records' }).click()
  const question = page.getByRole('dialog', { name: 'Mark Pending Records' })
  await question.getByRole('button', { name: 'Mark Pending Records' }).click()
  await expect(question).toBeHidden()
  await expect(dialog).toContainText('Pending Records', soon)
  await expect(dialog.getByRole('status')).toHaveText('')
})
