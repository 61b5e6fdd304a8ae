import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import type { TestClinic } from '#testing/clinic.ts'
import { choose, dayFromNow, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Collects what axe finds on a page as it stands, in light and in dark. */
function inspector(page: Page) {
  const found: string[] = []
  const inspect = async (where: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // A colour on its way from light to dark is neither; without motion it is there at once.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await painted(page)
      const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze()
      for (const { id, nodes } of violations)
        found.push(`${where}, ${colorScheme}: ${id} at ${nodes.map(({ target }) => target).join(' and ')}`)
    }
  }
  return { found, inspect }
}

/** Waits until the page has been drawn anew: before that, ink may be of one scheme and paper of the other. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** One patient at each step that has something of its own to show. */
async function fill(clinic: TestClinic): Promise<{ patientId: string; signingPath: string }> {
  const admin = await clinic.user({ role: 'admin' })
  const actor = clinic.as(admin)
  const { id: patientId } = await clinic.patient({ firstName: 'Jo', lastName: 'Sent' })
  await sendConsent(actor, { patientId })
  await clinic.patient({ firstName: 'Jo', lastName: 'Pending' })
  const signed = await clinic.patient({ firstName: 'Jo', lastName: 'Signed', status: 'consent_signed' })
  await clinic.patient({ firstName: 'Jo', lastName: 'Dropped', status: 'dropped' })
  await clinic.db.appointment.create({
    data: {
      patientId: signed.id,
      providerId: admin.id,
      createdById: admin.id,
      scheduledAt: `${dayFromNow(2)}T15:00:00.000Z`,
    },
  })
  const { path } = await showSigningLink(actor, { patientId })
  return { patientId: signed.id, signingPath: path }
}

test('axe finds nothing on the pages of who is not signed in', async ({ page, clinic, signIn, watch }) => {
  test.setTimeout(60_000)
  const { found, inspect } = inspector(page)
  const { signingPath } = await fill(clinic)
  await page.goto('/')
  await inspect('login')
  await page.goto(signingPath)
  await inspect('signing')
  watch.allow(404, /./)
  await page.goto('/sign/no-such-link')
  await inspect('a dead link')
  await page.goto('/no-such-page')
  await inspect('404')
  await signIn(await clinic.user({ mustChangePassword: true }))
  await page.goto('/change-password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await inspect('change password, refused')
  expect(found).toEqual([])
})

test('axe finds nothing on any screen', async ({ page, clinic, signIn, watch }) => {
  test.setTimeout(60_000)
  const { found, inspect } = inspector(page)
  await fill(clinic)
  await signIn(await clinic.user({ role: 'admin' }))
  for (const path of [
    '/',
    '/patients',
    '/patients?status=dropped',
    '/patients?search=nobody',
    '/consent-forms',
    '/schedule',
    '/audit-logs',
  ]) {
    await visit(page, path)
    await inspect(path)
  }
  await signIn(await clinic.user({ role: 'staff' }))
  watch.allow(403, /^\/audit-logs$/)
  await visit(page, '/audit-logs')
  await inspect('access restricted')
  expect(found).toEqual([])
})

test('axe finds nothing in any dialog or menu', async ({ page, clinic, signIn }) => {
  test.setTimeout(90_000)
  const { found, inspect } = inspector(page)
  const { patientId } = await fill(clinic)
  await signIn(await clinic.user({ role: 'admin' }))
  const open: [what: string, how: () => Promise<void>][] = [
    ['menu', () => page.getByRole('button', { name: 'More actions for Jo Signed' }).click()],
    ['Add New Patient', () => page.getByRole('button', { name: 'Add Patient' }).click()],
    ['Edit Patient', () => choose(page, 'Jo Pending', 'Edit')],
    [
      'Schedule Consultation',
      () => page.getByRole('button', { name: 'Schedule Consultation: Jo Signed' }).click(),
    ],
    ['Drop Patient from Caseload', () => choose(page, 'Jo Signed', 'Drop Patient')],
    ['Override Status', () => choose(page, 'Jo Signed', 'Override status')],
    ['Signing Link', () => choose(page, 'Jo Sent', 'Show signing link')],
  ]
  for (const [what, how] of open) {
    await visit(page, '/patients')
    await how()
    await expect(
      what === 'menu' ? page.getByRole('menu') : page.getByRole('dialog', { name: what }),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    await inspect(what)
    const submit = page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Add|Schedule|Drop|Override)/ })
      .last()
    if (/Add|Schedule|Drop|Override/.test(what)) {
      await submit.click()
      await inspect(`${what}, refused`)
    }
  }
  await visit(page, `/patients?patient=${patientId}`)
  await expect(page.getByRole('dialog', { name: 'Jo Signed' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await inspect('patient')
  expect(found).toEqual([])
})
