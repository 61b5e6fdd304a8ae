import { soon, streamsOf } from './support/live.ts'
import { choose, rowOf, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('staff lose access to a restricted chart, break the glass, and an administrator reviews it', async ({
  page,
  visitor,
  clinic,
  signIn,
}) => {
  const given = { firstName: 'Jo', lastName: 'Okafor', email: 'jo@private.test', phone: '(415) 555-0199' }
  const { id: patientId } = await clinic.patient(given)
  await clinic.patient({ firstName: 'Lena', lastName: 'Hart' })
  const [admin, sam] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ firstName: 'Sam', lastName: 'Reyes' }),
  ]
  const desk = await visitor()
  await signIn(sam, desk.context())
  await signIn(admin)
  const streams = streamsOf(desk.context())
  await visit(desk, '/patients')
  await streams.are(1)
  await expect(rowOf(desk, 'Jo Okafor')).toContainText('(415) 555-0199')

  await visit(page, '/patients')
  await choose(page, 'Jo Okafor', 'Restrict Chart')
  await page.getByLabel('Reason').fill('A colleague')
  await page.getByRole('dialog').getByRole('button', { name: 'Restrict Chart' }).click()
  await expect(toast(page, 'Success')).toContainText('The chart of Jo Okafor is restricted')
  await expect(rowOf(page, 'Jo Okafor')).toContainText('Restricted')

  // The colleague soon sees only the name and a lock.
  const locked = desk.getByRole('list', { name: 'Restricted Charts' }).getByRole('listitem')
  await expect(locked).toContainText('Jo Okafor', soon)
  await expect(rowOf(desk, 'Jo Okafor')).toBeHidden(soon)
  await expect(desk.getByRole('heading', { name: 'Patients (1)' })).toBeVisible()
  for (const known of ['jo@private.test', '(415) 555-0199'])
    await expect(desk.getByText(known)).toHaveCount(0)
  await visit(desk, '/patients?search=private')
  await expect(desk.getByText('No patients found')).toBeVisible()
  await expect(locked).toHaveCount(0)
  await desk.keyboard.press('Control+k')
  const palette = desk.getByRole('dialog', { name: 'Go to' })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await desk.keyboard.type('okaf')
  await expect(palette.getByRole('option')).toHaveText(['Jo OkaforRestricted'])
  await palette.getByRole('option').click()
  await expect(desk.getByText('The chart of Jo Okafor is restricted')).toBeVisible()

  await desk.getByRole('dialog').getByRole('button', { name: 'Break the Glass' }).click()
  const breaking = desk.getByRole('dialog', { name: 'Break the Glass' })
  await expect(breaking).toContainText('All administrators are alerted')
  await breaking.getByLabel('Reason').fill('Fainted')
  await breaking.getByRole('button', { name: 'Break the Glass' }).click()
  await expect(breaking).toContainText('Reason must be at least 10 characters')
  await breaking.getByLabel('Reason').fill('Fainted in the hall')
  await breaking.getByRole('button', { name: 'Break the Glass' }).click()
  const chart = desk.getByRole('dialog', { name: 'Jo Okafor' })
  await expect(chart).toContainText('You broke the glass to open this restricted chart')
  await expect(chart).toContainText('4 h 0 min left')
  await expect(chart).toContainText('jo@private.test')

  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(
    page.getByText('Sam Reyes broke the glass to open the chart of Jo Okafor: Fainted in the hall'),
  ).toBeVisible(soon)
  await visit(page, '/audit-logs?breakGlass=open')
  await page.getByRole('button', { name: 'Review: Sam Reyes, Jo Okafor' }).click()
  await page.getByLabel('What You Found').fill('Called for help, rightly')
  await page.getByRole('button', { name: 'Save Review' }).click()
  await expect(page.getByText('Nothing to review')).toBeVisible(soon)
  await page.getByRole('button', { name: 'Show Reviewed' }).click()
  await expect(page.getByRole('list', { name: 'Break-glass access' })).toContainText(
    'Called for help, rightly',
  )

  // Break-the-glass access expires: the open chart closes.
  await clinic.db.breakGlass.updateMany({ data: { endsAt: new Date() } })
  await expect(desk.getByText('The chart of Jo Okafor is restricted')).toBeVisible(soon)
  await expect(desk.getByText('jo@private.test')).toHaveCount(0)

  await visit(page, `/patients?patient=${patientId}`)
  const ownChart = page.getByRole('dialog', { name: 'Jo Okafor' })
  await expect(ownChart).toContainText('A colleague')
  await ownChart.getByRole('button', { name: 'More actions for Jo Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Lift Restriction' }).click()
  await page.getByLabel('Reason').fill('Left the clinic')
  await page.getByRole('dialog').getByRole('button', { name: 'Lift Restriction' }).click()
  await expect(desk.getByRole('dialog', { name: 'Jo Okafor' })).toContainText('jo@private.test', soon)
})
