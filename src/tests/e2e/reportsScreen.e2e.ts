import { download, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('the figures are in the first HTML, and the pictures have the same numbers as a table', async ({
  page,
  clinic,
  signIn,
}) => {
  const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Stone' })
  await clinic.patient({ lastName: 'Waiting', assignedAttorneyId: rae.id })
  await signIn(await clinic.user())
  const html = await (await page.request.get('/reports')).text()
  expect(html).toContain('Waiting')
  await visit(page, '/reports')
  expect(html).toContain('<title>')
  await page.getByText('Show Numbers').first().click()
  await expect(page.getByRole('table', { name: 'Signed per Week' }).getByRole('row')).toHaveCount(13)
  await expect(
    page
      .getByRole('table', { name: 'From Intake to Records' })
      .getByRole('row', { name: /^Pending Consent 1 100%/ }),
  ).toBeVisible()
})

test('the filters are in the URL, and a CSV has the same filters', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Stone' })
  await clinic.patient({ firstName: 'Kim', lastName: 'Ours', assignedAttorneyId: rae.id })
  await clinic.patient({ firstName: 'Jo', lastName: 'Others' })
  await signIn(await clinic.user())
  await visit(page, '/reports')
  await page.getByRole('combobox', { name: 'Attorney' }).selectOption({ label: 'Rae Stone' })
  const waiting = page.getByRole('table', { name: 'Waiting Longest' })
  await expect(waiting.getByText('Jo Others')).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`attorneyId=${rae.id}`))
  await page.reload()
  await expect(waiting.getByText('Kim Ours')).toBeVisible()
  await expect(waiting.getByText('Jo Others')).toBeHidden()
  const link = page.getByRole('link', { name: 'Export CSV: Waiting Longest' })
  const { content, name } = await download(page, link)
  expect(name).toMatch(/^oldest-waiting-\d{4}-\d\d-\d\d\.csv$/)
  expect(content.toString()).toMatch(/^\ufeffPatient,Status,Since,Days,Attorney\r\nKim Ours,Pending Consent,/)
})

test('a step of the funnel leads to its patients, and a waiting patient to the chart', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { id } = await clinic.patient({ firstName: 'Kim', lastName: 'Waiting', status: 'consent_sent' })
  await signIn(await clinic.user())
  await visit(page, '/reports')
  await expect(page.getByRole('link', { name: 'Kim Waiting' })).toHaveAttribute(
    'href',
    `/patients?patient=${id}`,
  )
  await page.getByRole('link', { name: 'Consent Sent' }).click()
  await expect(page).toHaveURL(/\/patients\?status=consent_sent/)
})

test('a period that is too long is explained, and the last twelve weeks are shown', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/reports?fromDay=2020-01-01&toDay=2026-01-01')
  await expect(page.getByRole('alert')).toHaveText(
    'Choose at most 366 days. The last twelve weeks are shown.',
  )
})

test('an attorney sees reports only about their own patients', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const rae = await clinic.user({ role: 'attorney' })
  await clinic.patient({ firstName: 'Kim', lastName: 'Ours', assignedAttorneyId: rae.id })
  await clinic.patient({ firstName: 'Jo', lastName: 'Others' })
  await signIn(rae)
  await visit(page, '/reports')
  await expect(page.getByRole('link', { name: 'Kim Ours' })).toBeVisible()
  await expect(page.getByText('Jo Others')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Attorney' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Days to Sign by Attorney' })).toBeHidden()
})
