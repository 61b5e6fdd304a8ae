import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { chromiumFlags, chromiumPath } from '../src/tests/e2e/support/chromium.ts'
import { isFor, show, type View, views } from '../src/tests/e2e/support/views.ts'

// Screenshots of the demo clinic: `npm run screenshots` takes those in docs/. `npm run screenshots -- all [name …]`
// takes every view in light and dark at three widths, into a folder that git ignores.

const port = 3987
const base = `http://127.0.0.1:${port}`
const password = 'Clinic-demo-2026'
const widths = [
  [390, 844],
  [1024, 768],
  [1440, 900],
] as const

/** The screenshots for README and docs. */
const shown: readonly { file: string; view: string; size: readonly [number, number]; dark?: true }[] = [
  { file: 'dashboard', view: 'dashboard', size: [1200, 750] },
  { file: 'patients', view: 'patients', size: [1200, 750] },
  { file: 'patient', view: 'patient', size: [1200, 750] },
  { file: 'tasks-dark', view: 'tasks', size: [1200, 750], dark: true },
  { file: 'schedule', view: 'schedule', size: [1200, 750] },
  { file: 'consent-forms', view: 'consent forms', size: [1200, 750] },
  { file: 'audit-logs-dark', view: 'audit logs', size: [1200, 750], dark: true },
  { file: 'settings', view: 'settings', size: [1200, 750] },
  { file: 'patients-phone', view: 'patients', size: [390, 780] },
  { file: 'dashboard-phone-dark', view: 'dashboard', size: [390, 780], dark: true },
]

/** The demo patients that certain views need, such as one with a signed form or a restricted chart. */
const inDemo: Record<string, string> = {
  'lift restriction': '/patients?search=nakai',
  'forward records': '/patients?search=brennan',
  'withdraw link': '/patients?search=sandoval',
  'link to records': '/patients?search=sandoval',
}

const [mode, ...words] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'caseload-screenshots-'))
await chmod(folder, 0o711)

const server = spawn('node', ['src/app/server.ts'], {
  env: {
    ...process.env,
    NODE_ENV: '',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    REQUESTS_PER_MINUTE: '100000',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await ready()
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags })
  if (mode === 'all') await everything(browser)
  else await forReadme(browser)
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function everything(browser: Browser): Promise<void> {
  await mkdir('screenshots', { recursive: true })
  await actOut(browser)
  const chosen = views.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  for (const size of widths)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const role of ['admin', 'staff'] as const) {
        const context = await signedIn(browser, role, size, colorScheme)
        const page = await context.newPage()
        for (const { path, ...view } of chosen.filter((one) => isFor(one, 'admin') === (role === 'admin')))
          await picture(
            page,
            { ...view, path: inDemo[view.name] ?? path },
            `screenshots/${view.name.replaceAll(' ', '-')}-${size[0]}-${colorScheme}.png`,
          )
        await context.close()
      }
}

/**
 * Creates what the demo clinic lacks at first: restricted charts, a break-glass access, a hold, forwarded records, and a user
 * with a second factor.
 */
async function actOut(browser: Browser): Promise<void> {
  const [admin, staff] = [await asking(browser, 'admin'), await asking(browser, 'staff')]
  const { me } = await staff('{ me { id } }')
  const { patients } = await admin(
    '{ patients(first: 50, status: treatment_completed) { edges { node { id createdBy { id } } } } }',
  )
  const others = patients.edges.map(({ node }) => node).filter(({ createdBy }) => createdBy?.id !== me.id)
  const locked = others.slice(-2).map(({ id }) => id)
  for (const patientId of locked)
    await admin('mutation ($input: RestrictPatientInput!) { restrictPatient(input: $input) { id } }', {
      patientId,
      reason: 'Works at the clinic',
    })
  await staff('mutation ($input: BreakGlassInput!) { breakGlass(input: $input) { id } }', {
    patientId: locked[0],
    reason: 'Fainted in the waiting room',
  })
  await admin('mutation ($input: PlaceLegalHoldInput!) { placeLegalHold(input: $input) { id } }', {
    patientId: patients.edges[0]?.node.id,
    reason: 'Yoshida v. Harbor Transit',
  })
  const { patients: sandovals } = await admin(
    '{ patients(first: 1, search: "sandoval") { edges { node { id assignedAttorney { id } } } } }',
  )
  const [sandoval] = sandovals.edges.map(({ node }) => node)
  const { patientRecords } = await admin(
    `{ patientRecords(patientId: "${sandoval?.id}") { edges { node { id } } } }`,
  )
  await admin('mutation ($input: ForwardRecordsInput!) { forwardRecords(input: $input) { path } }', {
    patientId: sandoval?.id,
    recordIds: patientRecords.edges.map(({ node }) => node.id),
    recipientId: sandoval?.assignedAttorney?.id,
    purpose: 'Claim against the insurer',
  })
  const attorney = await asking(browser, 'attorney')
  const { startAuthenticator } = await attorney('mutation { startAuthenticator { secret } }')
  const app = new TOTP({ secret: Secret.fromBase32(startAuthenticator.secret) })
  await attorney('mutation ($input: ConfirmAuthenticatorInput!) { confirmAuthenticator(input: $input) }', {
    code: app.generate(),
  })
}

type Told = { id: string; createdBy?: { id: string } | null; assignedAttorney?: { id: string } | null }
type Rows = { edges: { node: Told }[] }
type Answer = { me: Told; patients: Rows; patientRecords: Rows; startAuthenticator: { secret: string } }

/** Returns a function that sends GraphQL requests as a user with this role. Throws on errors. */
async function asking(browser: Browser, role: string) {
  const { request } = await signedIn(browser, role, widths[0], 'light')
  return async (query: string, input?: object): Promise<Answer> => {
    const answer = await request.post('/graphql', { data: { query, variables: { input } } })
    const { data, errors } = (await answer.json()) as { data: Answer; errors?: { message: string }[] }
    if (errors) throw new Error(errors[0]?.message)
    return data
  }
}

async function forReadme(browser: Browser): Promise<void> {
  await mkdir('docs', { recursive: true })
  for (const { file, view: name, size, dark } of shown) {
    const context = await signedIn(browser, 'admin', size, dark ? 'dark' : 'light')
    await picture(await context.newPage(), viewCalled(name), `docs/${file}.png`)
    await context.close()
  }
  await signingPage(browser)
}

function viewCalled(name: string): View {
  const view = views.find((one) => one.name === name)
  if (!view) throw new Error(`There is no view called ${name}`)
  return view
}

/** Reports and skips a view that cannot be opened, so that one error does not prevent all other screenshots. */
async function picture(page: Page, view: View, path: string): Promise<void> {
  try {
    await show(page, view)
    await page.screenshot({ path })
  } catch (error) {
    console.error(`${path}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    process.exitCode = 1
  }
}

async function signedIn(
  browser: Browser,
  role: string,
  [width, height]: readonly [number, number],
  colorScheme: 'light' | 'dark',
): Promise<BrowserContext> {
  const isMobile = width < 700
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width, height },
    colorScheme,
    isMobile,
    hasTouch: isMobile,
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
  })
  await context.request.post('/api/auth/login', { data: { email: `${role}@clinic.test`, password } })
  return context
}

async function signingPage(browser: Browser): Promise<void> {
  const context = await signedIn(browser, 'admin', [390, 780], 'light')
  const page = await context.newPage()
  await show(page, viewCalled('signing link'))
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  // A signed-in user cannot open the patient's signing page.
  await context.clearCookies()
  await page.goto(link)
  await page.screenshot({ path: 'docs/signing-phone.png' })
  await context.close()
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const isReady = await fetch(`${base}/readyz`).then(
      (one) => one.ok,
      () => false,
    )
    if (isReady) return
    await sleep(100)
  }
  throw new Error('The demo clinic did not start')
}
