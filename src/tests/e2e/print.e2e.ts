import type { Page } from '@playwright/test'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { dayFromNow, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** Shows the page as it is printed. */
async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

const head = (page: Page) => page.locator('[data-print-head]')

test('lists print without the frame, with the clinic, the user, the time and the filters', async ({
  page,
  clinic,
  signIn,
}) => {
  const user = await clinic.user({ firstName: 'Ada', lastName: 'Marsh', role: 'admin' })
  const patient = await clinic.patient({ lastName: 'Okafor', status: 'consent_signed' })
  const by = { createdById: user.id, patientId: patient.id }
  await clinic.db.task.create({ data: { ...by, assignedToId: user.id, title: 'Call the insurer' } })
  const scheduledAt = `${dayFromNow(3)}T15:00:00.000Z`
  await clinic.db.appointment.create({
    data: { ...by, providerId: user.id, scheduledAt, location: 'Room 4' },
  })
  await signIn(user)
  const screens = [
    ['/patients?status=consent_signed', 'Okafor', 'Filters: Consent Signed'],
    ['/tasks?whose=mine', 'Call the insurer', 'Filters: Mine'],
    [`/schedule?date=${dayFromNow(3)}`, 'Room 4', 'Any Provider, Upcoming'],
    ['/audit-logs?action=listed', 'Ada Marsh', 'Filters: Action: Listed'],
    ['/reports', 'Okafor', 'Filters: From '],
  ] as const
  for (const [path, row, filters] of screens) {
    await visit(page, path)
    await onPaper(page)
    await expect(head(page), path).toContainText(/^Test Clinic ?Printed \w+ \d+, \d{4}, .* by Ada Marsh/)
    await expect(head(page), path).toContainText(filters)
    await expect(page.getByRole('main').getByText(row).filter({ visible: true }).first(), path).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }), path).toBeHidden()
    // The title of a task and an appointment in the calendar are buttons on the screen.
    await expect(page.locator('button:not([data-opener])').filter({ visible: true }), path).toHaveCount(0)
    await expect(page.getByText('Skip to content'), path).toBeHidden()
    if (path.startsWith('/schedule'))
      await expect(page.getByRole('button', { name: /^\d+:\d\d [AP]M Okafor/ })).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expect(head(page), path).toBeHidden()
  }
})

test('paper is light in the dark theme, and no row is cut at the end of a page', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  for (let row = 0; row < 25; row += 1) await clinic.patient()
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await onPaper(page)
  const row = page.getByRole('row').nth(1)
  await expect(page.getByRole('heading', { name: 'Patient Management' })).toHaveCSS(
    'color',
    'rgb(29, 35, 39)',
  )
  await expect(row).toHaveCSS('break-inside', 'avoid')
  const pdf = await page.pdf({ format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(3)
})

test('an open chart prints alone, with the same head', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  const { id } = await clinic.patient({ firstName: 'Maren', lastName: 'Printed' })
  await clinic.patient({ lastName: 'Behind' })
  const user = await clinic.user()
  await storedRecord(clinic, { patientId: id, uploadedById: user.id })
  await signIn(user)
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  await visit(page, `/patients?patient=${id}&tab=records`)
  await page.getByRole('button', { name: 'Print Chart' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog').locator('[data-print-head]')).toContainText(
    /^Test Clinic ?Printed .* by Sam/,
  )
  await expect(page.getByText('Behind').first()).toBeHidden()
  await expect(page.getByRole('tab').filter({ visible: true })).toHaveText('Records')
  await expect(page.getByRole('dialog').getByText('scan.pdf')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('dialog')).toBeHidden()
})
