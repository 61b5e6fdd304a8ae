import type { Page } from '@playwright/test'
import { addDays, showMonth, showWeekday, sundayOf } from '#domain/dates.ts'
import { bookAppointment } from '#operations/appointments/bookAppointment.ts'
import { cancelAppointment } from '#operations/appointments/cancelAppointment.ts'
import { editAppointment } from '#operations/appointments/editAppointment.ts'
import { clinicAtWork, day, ten } from './support/appointments.ts'
import { soon, streamsOf } from './support/live.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const view = (page: Page) => page.getByRole('navigation', { name: 'View' })
const block = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^\\d+:\\d\\d [AP]M ${name}, `) })
const agenda = (page: Page) => page.getByRole('region', { name: 'Upcoming Appointments' })

test('the calendar shows a day, a week or a month, and its link can be shared', async ({
  page,
  clinic,
  signIn,
}) => {
  const { book } = await clinicAtWork(clinic)
  await book()
  // Whenever this test runs, the calendar shows the working hours and the hours with appointments.
  const { id: patientId } = await clinic.patient({ lastName: 'Lund', status: 'consent_signed' })
  await book({ patientId, scheduledAt: new Date() })
  await signIn(await clinic.user())
  await visit(page, `/schedule?date=${day}`)
  await expect(view(page).getByRole('link', { name: 'Week' })).toHaveAttribute('aria-current', 'true')
  await expect(block(page, 'Okafor')).toBeVisible()

  await view(page).getByRole('link', { name: 'Month' }).click()
  await expect(page).toHaveURL(/view=month/)
  await expect(page.getByRole('region', { name: showMonth(day) })).toBeVisible()
  await page.getByRole('link', { name: `${showWeekday(day)}, 1 appointment, Noor Haddad 1` }).click()
  await expect(page).toHaveURL(new RegExp(`view=day.*date=${day}|date=${day}.*view=day`))
  await expect(page.getByRole('group', { name: 'Noor Haddad' })).toContainText('Okafor')

  await page.getByRole('link', { name: 'Next Day' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${addDays(day, 1)}`))
  await expect(block(page, 'Okafor')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: showWeekday(addDays(day, 1)) })).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page).not.toHaveURL(/date=/)
  await expect(page.getByText(/^Now, \d+:\d\d [AP]M$/).first()).toBeAttached()
})

test('appointments at the same time are side by side, and a day can be read by provider', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { book } = await clinicAtWork(clinic)
  await book()
  for (const lastName of ['Lund', 'Moss', 'Novak']) {
    const other = await clinic.patient({ lastName, status: 'consent_signed' })
    const provider = await clinic.user({ firstName: 'Theo', lastName: `With ${lastName}` })
    await book({ patientId: other.id, providerId: provider.id, scheduledAt: ten('10:15') })
  }
  await signIn(await clinic.user())
  await visit(page, `/schedule?date=${day}`)
  const [one, other] = [await block(page, 'Okafor').boundingBox(), await block(page, 'Lund').boundingBox()]
  if (!one || !other) throw new Error('Both must be visible')
  expect(one.x + one.width).toBeLessThanOrEqual(other.x)
  await page.getByRole('link', { name: `+2 more appointments on ${showWeekday(day)}` }).click()
  for (const name of ['With Lund', 'With Moss', 'With Novak'])
    await expect(
      page
        .getByRole('group', { name: `Theo ${name}` })
        .getByRole('button')
        .first(),
    ).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Providers' })
    .getByRole('link', { name: 'Theo With Moss' })
    .click()
  await expect(page).toHaveURL(/provider=/)
  await expect(block(page, 'Moss')).toBeVisible()
  await expect(block(page, 'Lund')).toHaveCount(0)
  await expect(agenda(page).getByText('Total: 1 appointments')).toBeVisible()
})

test('a small screen shows the calendar first, and a phone the agenda with the calendar one press away', async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  await page.setViewportSize({ width: 1024, height: 768 })
  await visit(page, '/schedule')
  const calendar = page.getByRole('region', { name: /^Week of / })
  const top = async (of: typeof calendar) => (await of.boundingBox())?.y ?? Number.NaN
  expect(await top(calendar)).toBeLessThan(await top(agenda(page)))

  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/schedule')
  await expect(calendar).toBeHidden()
  await expect(agenda(page)).toBeVisible()
  await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Calendar' }).click()
  await view(page).getByRole('link', { name: 'Week' }).click()
  const today = calendar.locator('[aria-current="date"]')
  await expect(today).toBeInViewport({ ratio: 1 })
  await expect(calendar.getByText('9 AM', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(agenda(page)).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('on the days when the clocks change, appointments are at their time on the clinic’s clock', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { book } = await clinicAtWork(clinic)
  const nine = ['2027-03-14T13:00:00Z', '2027-11-07T14:00:00Z']
  for (const scheduledAt of nine) await book({ scheduledAt: new Date(scheduledAt) })
  await signIn(await clinic.user())
  for (const [index, date] of ['2027-03-14', '2027-11-07'].entries()) {
    await visit(page, `/schedule?view=day&date=${date}`)
    await expect(page.getByRole('button', { name: /^9:00 AM Okafor, Maren, until 10:00 AM/ })).toBeVisible()
    await visit(page, `/schedule?date=${date}`)
    expect(sundayOf(date)).toBe(date)
    const column = page.getByRole('group', { name: showWeekday(date) })
    await expect(column.getByRole('button', { name: /^9:00 AM Okafor/ })).toHaveCount(1)
    expect(nine[index]).toContain(date)
  }
})

test('a colleague’s booking, move and cancellation flash and are announced in the calendar', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { patient, provider } = await clinicAtWork(clinic)
  const colleague = clinic.as(await clinic.user())
  const streams = streamsOf(page.context())
  await signIn(await clinic.user())
  const news = page.getByRole('region', { name: /^Week of |^\w+day, / }).getByRole('status')
  for (const view of ['week', 'day']) {
    await visit(page, `/schedule?date=${day}&view=${view}`)
    await streams.are(1)
    const scheduledAt = ten().toISOString()
    const slot = { patientId: patient.id, providerId: provider.id, scheduledAt }
    const { id: appointmentId } = await bookAppointment(colleague, slot)
    await expect(block(page, 'Okafor')).toHaveAttribute('data-changed', '', soon)
    await expect(news).toHaveText(
      /^New appointment: Maren Okafor, .*10:00\sAM, 60 minutes, with Noor Haddad\.$/,
    )
    await editAppointment(colleague, { appointmentId, scheduledAt: ten('11:30').toISOString() })
    await expect(block(page, 'Okafor')).toHaveAttribute('data-changed', '', soon)
    await expect(news).toHaveText(/^Maren Okafor moved to .*11:30\sAM, /)
    await cancelAppointment(colleague, { appointmentId })
    await expect(news).toHaveText(/^Maren Okafor, .*11:30\sAM\. Status: cancelled\.$/, soon)
  }
  await expect(news).toHaveText('', { timeout: 15_000 })
})

test('a colleague’s booking flashes and is announced in its day of the month, but another month is no news', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { book } = await clinicAtWork(clinic)
  const streams = streamsOf(page.context())
  await signIn(await clinic.user())
  await visit(page, `/schedule?date=${addDays(`${day.slice(0, 8)}01`, 32)}&view=month`)
  await streams.are(1)
  await book()
  await page.getByRole('link', { name: 'Previous Month' }).click()
  const cell = page.getByRole('link', { name: `${showWeekday(day)}, 1 appointment, Noor Haddad 1` })
  await expect(cell).toBeVisible()
  await expect(cell).not.toHaveAttribute('data-changed')

  const other = await clinic.patient({ status: 'consent_signed' })
  const provider = await clinic.user()
  const slot = { patientId: other.id, providerId: provider.id, scheduledAt: ten('14:00').toISOString() }
  await bookAppointment(clinic.as(await clinic.user()), slot)
  const changed = page.getByRole('link', { name: new RegExp(`${showWeekday(day)}, 2 appointments`) })
  await expect(changed).toHaveAttribute('data-changed', 'true', soon)
  const news = page.getByRole('region', { name: showMonth(day) }).getByRole('status')
  await expect(news).toHaveText(`${showWeekday(day)}: 2 appointments.`)
})
