import { DEMO_PASSWORD } from '#prisma/demo/accounts.ts'
import { seedDemoClinic } from '#prisma/seed.ts'
import { PASSWORD } from '#tests/support/clinic.ts'
import { walkAtRandom } from './support/randomWalk.ts'
import { phone } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const walks = [
  ['an administrator', 'at a desk', {}],
  ['staff@clinic.test', 'at a desk', {}],
  ['staff@clinic.test', 'on a phone', phone],
  ['attorney@clinic.test', 'on a phone', phone],
] as const

for (const [who, place, options] of walks)
  test(`no press of ${who} ${place} breaks a screen or loses the focus`, async ({ clinic, visitor }) => {
    const { instances, now } = clinic
    const { name: clinicName, timeZone } = instances.settings.current()
    await seedDemoClinic({ ...instances, clinicName, timeZone, now })
    const page = await visitor(options)
    // Chromium complains if a page prints too often.
    await page.addInitScript(() => {
      window.print = () => undefined
    })
    // The administrator of the demo would have to set up a second factor first.
    const data = who.includes('@')
      ? { email: who, password: DEMO_PASSWORD }
      : { email: (await clinic.user({ role: 'admin' })).email, password: PASSWORD }
    expect((await page.context().request.post('/api/auth/login', { data })).status()).toBe(200)
    await page.goto('/')
    expect(await walkAtRandom(page, Date.now() % 1_000_000, 400)).toEqual([])
  })
