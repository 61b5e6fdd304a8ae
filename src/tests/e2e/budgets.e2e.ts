import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Locator, Page, Response } from '@playwright/test'
import { screens } from '#domain/access/navigation.ts'
import { forwardedPath, paths, patientPath } from '#domain/access/screens.ts'
import { addDays, dateOf, dayOf, sundayOf } from '#domain/dates.ts'
import type { User } from '#infra/prisma/client.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { viewPatient } from '#operations/patients/viewPatient.ts'
import { forwardRecords } from '#operations/records/forwardRecords.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { paper, storedRecord } from '#tests/support/recordFiles.ts'
import { hearTraffic, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

// QUALITY.md P12. Sizes are the same on every computer, so they can be tested; timings cannot.

/** Bytes of gzipped JavaScript transferred during an action. */
async function scriptBytesOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = []
  const weigh = (response: Response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  }
  page.on('response', weigh)
  await act()
  await page.waitForLoadState('networkidle')
  page.off('response', weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Bytes of JavaScript that the page transferred; cached files do not count. */
const fetchedScriptBytes = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  )

/** Each page loads everything, as in a browser that has never been here. */
async function withoutCache(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
}

/** Bytes that a page loads before any interaction. */
const scriptBytes = (page: Page, path: string) => scriptBytesOf(page, () => visit(page, path))

const say = (what: string, measured: number, goal: number, unit: string) => {
  console.log(
    `  ${what}: ${measured.toLocaleString('en-US')} ${unit} (at most ${goal.toLocaleString('en-US')})`,
  )
  expect.soft(measured, what).toBeLessThanOrEqual(goal)
}

const PLAIN = 15_000
const SCREEN = 130_000
const DIALOG = 45_000
/** Loaded at the first movement of the pointer, touch or key. */
const TOASTS = 20_000
const HTML = 125_000
/** All bytes that a route transfers, including headers, styles, fonts and pictures. */
const TRANSFER = 320_000
const ELEMENTS = 1_200

test('public pages load at most 15 kB of JavaScript', async ({ page, clinic, signIn }) => {
  say('login', await scriptBytes(page, '/'), PLAIN, 'bytes of gzipped JavaScript')
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  await sendConsent(staff, { patientId })
  const { path } = await showSigningLink(staff, { patientId })
  say('signing', await scriptBytes(page, path), PLAIN, 'bytes of gzipped JavaScript')
  const { staff: sender, input } = await treated(clinic)
  const { secret } = await forwardRecords(sender, input)
  say('records', await scriptBytes(page, forwardedPath(secret)), PLAIN, 'bytes of gzipped JavaScript')
  say('checking a form', await scriptBytes(page, '/verify'), PLAIN, 'bytes of gzipped JavaScript')
  say(
    'API reference',
    await scriptBytes(page, '/api-reference/patients'),
    PLAIN,
    'bytes of gzipped JavaScript',
  )
  await signIn(await clinic.user())
  say('change password', await scriptBytes(page, '/change-password'), PLAIN, 'bytes of gzipped JavaScript')
})

/** The heaviest dialogs of the patient screen, each by the button or the menu item that opens it. */
const patientDialogs: Record<string, (page: Page) => Locator> = {
  'Add New Patient': (page) => page.getByRole('button', { name: 'Add Patient' }),
  'Schedule Consultation': (page) => page.getByRole('button', { name: /^Schedule Consultation/ }),
  'Jo Signed': (page) => page.getByRole('menuitem', { name: 'View Details' }),
  'Edit Patient': (page) => page.getByRole('menuitem', { name: 'Edit' }),
  'Patient Records': (page) => page.getByRole('menuitem', { name: 'View Records' }),
}

/**
 * Keeps the page from fetching the chart's code before it is asked for. On a busy machine that would otherwise begin at
 * any time, and its files would be counted for a dialog or be in the cache already.
 */
const withoutIdleTime = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'requestIdleCallback'))

test('the first dialog of a patient fetches at most 45 kB of JavaScript', async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await withoutCache(page)
  await withoutIdleTime(page)
  await clinic.patient({ firstName: 'Jo', lastName: 'Signed', status: 'consent_signed' })
  for (const [name, opener] of Object.entries(patientDialogs)) {
    await visit(page, paths.patients)
    const forToasts = await scriptBytesOf(page, async () => {
      const traffic = hearTraffic(page)
      await page.mouse.move(5, 5)
      await traffic.rest()
    })
    say('the first movement of the pointer', forToasts, TOASTS, 'bytes of gzipped JavaScript')
    if (!(await opener(page).isVisible()))
      await page.getByRole('button', { name: 'More actions for Jo Signed' }).click()
    await expect(opener(page)).toBeVisible()
    await hearTraffic(page).rest()
    const open = async () => {
      const traffic = hearTraffic(page)
      await opener(page).click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await traffic.rest()
    }
    const fetched = await scriptBytesOf(page, open)
    say(name, fetched, DIALOG, 'bytes of gzipped JavaScript')
  }
})

test('all files of a dialog are asked for before the first of them has arrived', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.patient({ firstName: 'Jo', lastName: 'Signed', status: 'consent_signed' })
  await signIn(await clinic.user({ role: 'admin' }))
  await withoutIdleTime(page)
  await visit(page, paths.patients)
  await page.getByRole('button', { name: 'More actions for Jo Signed' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await hearTraffic(page).rest()
  await page.evaluate(() => performance.clearResourceTimings())
  // Held back long enough that a file which is asked for only after another has arrived begins visibly later.
  await page.route('**/_astro/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Patient' })).toBeVisible()
  const { count, lastBegun, firstArrived } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return {
      count: files.length,
      lastBegun: Math.max(...files.map(({ startTime }) => startTime)),
      firstArrived: Math.min(...files.map((file) => (file as PerformanceResourceTiming).responseEnd)),
    }
  })
  expect(count).toBeGreaterThan(1)
  expect(lastBegun).toBeLessThan(firstArrived)
})

test('a second screen fetches at most 60 kB of JavaScript more', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, paths.patients)
  await visit(page, '/consent-forms')
  say('/consent-forms after /patients', await fetchedScriptBytes(page), 60_000, 'bytes fetched')
})

/**
 * The document viewer is not part of a screen: it loads with the first document, in its own frame, and stays
 * cached. Most of it is pdf.js with its worker.
 */
const VIEWERS: Record<string, number> = { pdf: 640_000, pictures: 50_000, text: 6_000 }

test('the document viewer loads on demand and stays within its own budget', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const { id: patientId } = await clinic.patient()
  await storedRecord(clinic, { patientId, uploadedById: admin.id }, paper('report.pdf'))
  await signIn(admin)
  const fetched: Response[] = []
  page.on('response', (answer) => void (answer.url().includes('/viewer/') && fetched.push(answer)))
  await visit(page, `/patients?patient=${patientId}&tab=records`)
  await page.getByRole('button', { name: 'View scan.pdf' }).hover()
  expect(fetched).toHaveLength(0)
  await page.getByRole('button', { name: 'View scan.pdf' }).click()
  await expect(page.getByRole('button', { name: 'Fit Width' })).toBeVisible()
  expect(fetched).toHaveLength(1)
  for (const name of readdirSync(new URL('../../../dist/client/viewer', import.meta.url))) {
    const [, kind, ending] = /^(\w+)\.\w+\.(html)$/.exec(name) ?? []
    if (!kind || !ending) continue
    const html = await (await page.request.get(`/viewer/${name}`)).body()
    say(`the page for ${kind}`, gzipSync(html, { level: 9 }).length, VIEWERS[kind] ?? 0, 'bytes gzipped')
  }
})

/** The Sunday of next week. All bookings are in that week, so that the current day does not matter. */
const fullWeek = () => sundayOf(addDays(dayOf(new Date()), 7))

/** Creates thirty of everything, so that each list has a full page, with very long names. */
async function fillEveryList(clinic: TestClinic, me: User) {
  const thirty = Array.from({ length: 30 }, (_, index) => index)
  const named = (index: number) => ({ firstName: 'Maximiliane', lastName: `Featherstonehaugh ${index}` })
  const by = { createdById: me.id }
  await clinic.db.user.createMany({
    data: thirty.map((n) => ({ ...named(n), email: `colleague${n}@clinic.test`, passwordHash: 'none' })),
  })
  await clinic.db.patient.createMany({
    data: thirty.flatMap((n) =>
      (['pending_consent', 'consent_sent', 'consent_signed', 'schedulable'] as const).map((status) => ({
        ...named(n),
        ...by,
        status,
        email: `maximiliane.featherstonehaugh${n}@${status.replace('_', '-')}.test`,
        phone: '+1 212 555 0100',
        assignedAttorneyId: me.id,
      })),
    ),
  })
  const patients = await clinic.db.patient.findMany({ select: { id: true } })
  await clinic.db.consentRequest.createMany({ data: patients.map(({ id }) => openRequest(id, me)) })
  const about = (n: number) => ({ ...by, patientId: patients[n]?.id ?? null })
  await clinic.db.task.createMany({
    data: thirty.map((n) => ({ ...about(n), assignedToId: me.id, title: `Call the insurer, number ${n}` })),
  })
  await clinic.db.appointment.createMany({
    data: thirty.map((n) => ({
      ...by,
      patientId: patients[n]?.id as string,
      providerId: me.id,
      scheduledAt: new Date(dateOf(fullWeek()).getTime() + (12 + 2 * n) * 3_600_000),
    })),
  })
  for (const { id: patientId } of patients.slice(0, 25)) await viewPatient(clinic.as(me), { patientId })
}

const openRequest = (patientId: string, { id: sentById }: User) => ({
  patientId,
  sentById,
  provider: 'built_in' as const,
  state: 'sent' as const,
  idempotencyKey: patientId,
  document: {},
  documentSha256: '0'.repeat(64),
  templateVersion: '1',
  openedAt: new Date(),
  remindersSent: 3,
  paperRequestedAt: new Date(),
  expiresAt: new Date(Date.now() + 86_400_000),
})

/** Bytes received by a page with an empty cache until it is at rest. */
async function transferredBytes(page: Page, path: string): Promise<number> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  browser.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await visit(page, path)
  await page.waitForLoadState('networkidle')
  await browser.detach()
  return bytes
}

/** The cost of a page with an empty cache: its HTML, JavaScript, DOM, and all bytes transferred. */
async function weigh(page: Page, path: string): Promise<void> {
  const html = await (await page.request.get(path)).body()
  say(`HTML of ${path}`, html.length, HTML, 'bytes')
  let transferred = 0
  const script = await scriptBytesOf(page, async () => {
    transferred = await transferredBytes(page, path)
  })
  say(`scripts of ${path}`, script, SCREEN, 'bytes of gzipped JavaScript')
  say(`transfer of ${path}`, transferred, TRANSFER, 'bytes')
  say(`DOM of ${path}`, await page.locator('*').count(), ELEMENTS, 'elements')
}

test('every screen with full lists is small and loads little before any interaction', async ({
  page,
  clinic,
  signIn,
}) => {
  const me = await clinic.user({ role: 'admin' })
  await fillEveryList(clinic, me)
  say('transfer of the login', await transferredBytes(page, '/'), TRANSFER, 'bytes')
  await signIn(me)
  const { users, consentTemplates, importPatients, changePassword, patients } = paths
  for (const path of [...screens.map((screen) => screen.path), users, consentTemplates, importPatients])
    await weigh(page, path === paths.schedule ? `${path}?date=${fullWeek()}` : path)
  await weigh(page, changePassword)
  const patient = await clinic.db.patient.findFirstOrThrow({ select: { id: true } })
  say('transfer of a chart', await transferredBytes(page, patientPath(patient.id)), TRANSFER, 'bytes')
  await visit(page, patients)
  await expect(page.getByRole('row')).toHaveCount(26)

  const unfinished = { setupDismissedAt: null, recordsChosenAt: null }
  await clinic.db.clinicSettings.update({ where: { id: 1 }, data: unfinished })
  const checklist = page.getByRole('region', { name: 'Set Up Your Clinic' })
  await expect
    .poll(async () => {
      await visit(page, paths.home)
      return checklist.isVisible()
    })
    .toBe(true)
  await withoutCache(page)
  say('/ with the checklist', await scriptBytes(page, paths.home), SCREEN, 'bytes of gzipped JavaScript')
})

test('every built file is sent compressed and cached permanently', async ({ page }) => {
  const files = readdirSync(new URL('../../../dist/client/_astro', import.meta.url))
  const sent = files.filter((name) => !/\.(br|gz)$/.test(name))
  expect(sent.length).toBeGreaterThan(5)
  for (const name of sent) {
    const answer = await page.request.get(`/_astro/${name}`, { headers: { 'accept-encoding': 'gzip, br' } })
    const headers = answer.headers()
    expect.soft(answer.status(), name).toBe(200)
    expect.soft(headers['cache-control'], name).toBe('public, max-age=31536000, immutable')
    // Fonts are already compressed.
    if (/\.(js|css|svg)$/.test(name)) expect.soft(headers['content-encoding'], name).toBe('br')
  }
})
