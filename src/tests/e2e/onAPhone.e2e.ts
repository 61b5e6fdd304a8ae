import { paper, storedRecord } from '#tests/support/recordFiles.ts'
import { phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('an attorney sorts the cards, and each says what its value means', { tag: '@long' }, async ({
  visitor,
  clinic,
  signIn,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  for (const [firstName, days] of [
    ['Ana', 3],
    ['Bo', 9],
    ['Cy', 1],
  ] as const)
    await clinic.patient({
      firstName,
      lastName: 'Okafor',
      assignedAttorneyId: attorney.id,
      statusSince: new Date(Date.now() - days * 86_400_000),
    })
  const page = await visitor(phone)
  await signIn(attorney, page.context())
  await visit(page, '/patients')
  const names = page.getByRole('table', { name: 'Patients' }).getByRole('link')
  await expect(page.getByRole('row', { name: /Bo Okafor/ })).toContainText('In Step: 9 days')
  await page.getByRole('combobox', { name: 'Sort By' }).selectOption('Longest wait first')
  await expect(names).toHaveText([/Bo/, /Ana/, /Cy/])
  await page.getByRole('combobox', { name: 'Sort By' }).selectOption('Latest change first')
  await expect(names).toHaveText([/Cy/, /Ana/, /Bo/])
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Sort By' })).toHaveValue('in_step desc')
})

test('phone, e-mail and the place of a consultation open the apps of the phone, but no map gets the address', async ({
  visitor,
  clinic,
  signIn,
}) => {
  const patient = await clinic.patient({
    firstName: 'Jo',
    lastName: 'Okafor',
    email: 'jo@example.test',
    phone: '+12125550100',
    address: '7 Home Street, Springfield',
    consultationDate: new Date('2027-03-01'),
    consultationTime: '10:00',
    consultationLocation: '12 Main St, Springfield',
  })
  const page = await visitor(phone)
  await signIn(await clinic.user(), page.context())
  await visit(page, `/patients?patient=${patient.id}`)
  const chart = page.getByRole('dialog', { name: 'Jo Okafor' })
  await expect(chart.locator('a[href="tel:+12125550100"]')).toBeVisible()
  await expect(chart.locator('a[href="mailto:jo@example.test"]')).toBeVisible()
  const map = chart.getByRole('link', { name: '12 Main St, Springfield' })
  await expect(map).toHaveAttribute('href', 'https://maps.google.com/maps?q=12%20Main%20St%2C%20Springfield')
  await expect(map).toHaveAttribute('rel', 'noreferrer')
  await expect(chart.getByText('7 Home Street, Springfield')).toBeVisible()
  await expect(chart.locator('a', { hasText: '7 Home Street' })).toHaveCount(0)
})

test('the tools of the document viewer are folded until they are wanted', { tag: '@long' }, async ({
  visitor,
  clinic,
  signIn,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const { id: patientId } = await clinic.patient()
  await storedRecord(clinic, { patientId, uploadedById: admin.id }, paper('report.pdf'))
  const page = await visitor(phone)
  await signIn(admin, page.context())
  await visit(page, `/patients?patient=${patientId}&tab=records`)
  await page.getByRole('button', { name: 'View scan.pdf' }).click()
  const tools = page.getByRole('button', { name: 'Show Tools' })
  await expect(tools).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('button', { name: 'Fit Width' })).toBeHidden()
  await tools.click()
  await expect(page.getByRole('button', { name: 'Fit Width' })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Find in Document' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide Tools' }).click()
  await expect(page.getByRole('button', { name: 'Fit Width' })).toBeHidden()
})

test('the calendar feed opens in the calendar app', async ({ visitor, clinic, signIn }) => {
  const page = await visitor(phone)
  await signIn(await clinic.user({ role: 'attorney' }), page.context())
  await visit(page, '/schedule')
  await page.getByRole('button', { name: /Subscribe/ }).click()
  await page.getByRole('button', { name: 'Create Address' }).click()
  await expect(page.getByRole('link', { name: 'Open in My Calendar App' })).toHaveAttribute(
    'href',
    /^webcal:\/\/.*\/calendar\/[\w-]{43}\.ics$/,
  )
})

test('the app can be installed, and keeps nothing of the clinic on the device', async ({
  page,
  clinic,
  signIn,
}) => {
  const browser = await page.context().newCDPSession(page)
  for (const path of ['/', '/patients']) {
    if (path !== '/') await signIn(await clinic.user())
    await visit(page, path)
    const { data, errors } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { icons, start_url, display } = JSON.parse(data ?? '{}')
    expect([start_url, display]).toEqual(['/', 'standalone'])
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const { width, height } = await createImageBitmap(await (await fetch(address)).blob())
        return `${width}x${height}`
      }, src)
      expect(size, src).toBe(sizes)
    }
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
    expect(await page.evaluate(() => caches.keys())).toEqual([])
  }
})
