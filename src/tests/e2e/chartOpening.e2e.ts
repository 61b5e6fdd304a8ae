import { fetchedWhenIdle } from './support/idleCode.ts'
import { hearTraffic, phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('a chart shows its outline at once, and asks for its data while its code is loading', async ({
  page,
  clinic,
  signIn,
}) => {
  const { id } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await hearTraffic(page).rest()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_astro/*.js', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForResponse(
    (answer) => answer.url().endsWith('/graphql') && (answer.request().postData() ?? '').includes(id),
  )
  await page.getByRole('link', { name: 'Jo Okafor' }).click()
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible()
  expect((await asked).status()).toBe(200)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeHidden()
  await page.getByRole('link', { name: 'Jo Okafor' }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' })).toBeVisible()
})

test('a chart whose code loads slowly is asked for once and recorded as viewed once', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { id } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await hearTraffic(page).rest()
  const questions: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (request.url().endsWith('/graphql') && body.includes('PatientDialog')) questions.push(body)
  })
  await page.route('**/_astro/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.getByRole('link', { name: 'Jo Okafor' }).click()
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' }).getByText('Assigned Attorney')).toBeVisible()
  await hearTraffic(page).rest()
  expect(questions).toHaveLength(1)
  expect(
    await clinic.db.auditLog.count({ where: { action: 'viewed', resourceType: 'patient', resourceId: id } }),
  ).toBe(1)
})

test('the request for a chart leaves before the chart is drawn', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  const link = page.getByRole('link', { name: 'Jo Okafor' })
  const code = page.waitForResponse(/PatientDialog.*\.js/)
  await link.hover()
  await (await code).finished()
  await hearTraffic(page).rest()
  const wasDrawn = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const send = window.fetch
        window.fetch = (address, options) => {
          if (String(options?.body).includes('PatientDialog'))
            resolve(document.querySelector('section[role=dialog]') !== null)
          return send(address, options)
        }
      }),
  )
  await link.click()
  expect(await wasDrawn).toBe(false)
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' }).getByText('Assigned Attorney')).toBeVisible()
})

test('the code of a chart is loaded when the pointer reaches a row', async ({ page, clinic, signIn }) => {
  await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await page.mouse.move(5, 5)
  await hearTraffic(page).rest()
  const code = page.waitForRequest(/PatientDialog.*\.js/)
  await page.getByRole('link', { name: 'Jo Okafor' }).hover()
  await code
})

test('on an idle page, a tap opens a chart with one round trip of at most 6 kB', { tag: '@long' }, async ({
  visitor,
  clinic,
  signIn,
}) => {
  await clinic.patient({ firstName: 'Jo', lastName: 'Okafor', status: 'consent_signed' })
  const page = await visitor(phone)
  await signIn(await clinic.user(), page.context())
  await visit(page, '/patients')
  await fetchedWhenIdle(page)
  // Loads the toasts, as any earlier touch does.
  await page.mouse.move(5, 5)
  await hearTraffic(page).rest()
  await page.evaluate(() => performance.clearResourceTimings())
  await page.getByRole('link', { name: 'Jo Okafor' }).tap()
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' }).getByText('Assigned Attorney')).toBeVisible()
  const fetched = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ transferSize }) => transferSize > 0)
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, transferSize })),
  )
  expect(fetched.map(({ path }) => path)).toEqual(['/graphql'])
  expect(fetched[0]?.transferSize).toBeLessThan(6_000)
})
