import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { signIn } from '#tests/processes/caller.ts'
import { openTestClinic, PASSWORD, SESSION_SECRET } from '#tests/support/clinic.ts'
import { makeDatabase } from '#tests/support/database.ts'
import { openDatabaseLine } from '#tests/support/databaseLine.ts'
import { startServer } from '#tests/support/serverProcess.ts'

const PAGES = [
  '/patients',
  '/dashboard',
  '/settings',
  '/sign/a-link',
  '/forwarded/a-link',
  '/reminder/a-link',
]

test('while the database is away, pages answer 503 like the API, the log stays small, and all of its lines are JSON', async () => {
  const database = await makeDatabase(inject('templateUrl'), 'outage')
  const clinic = await openTestClinic(database.ownerUrl)
  const { email } = await clinic.user({ role: 'admin' })
  await clinic.close()
  const line = await openDatabaseLine(database.ownerUrl)
  const folder = mkdtempSync(join(tmpdir(), 'caseload-outage-'))
  const server = await startServer({ DATABASE_URL: line.url, DATA_DIR: folder, SESSION_SECRET })
  onTestFinished(async () => {
    await server.stop()
    line.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const { cookie } = await signIn(server.url, { email, password: PASSWORD })
  const get = (path: string) => fetch(server.url + path, { headers: { cookie }, redirect: 'manual' })
  const statuses = async (paths: string[]) =>
    Promise.all(paths.map(async (path) => [path, (await get(path)).status]))
  const away = (paths: string[]) => paths.map((path) => [path, 503])
  expect(await statuses(['/patients', '/api/patients'])).toEqual([
    ['/patients', 200],
    ['/api/patients', 200],
  ])

  line.cut()
  const paths = [...PAGES, '/api/patients']
  expect(await statuses(paths)).toEqual(away(paths))
  const page = await get('/patients')
  expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await page.text()).toContain('The database cannot be reached just now')
  for (let n = 0; n < 20; n += 1) expect(await statuses(PAGES)).toEqual(away(PAGES))

  line.restore()
  await expect.poll(async () => (await get('/patients')).status).toBe(200)
  expect(await server.stop()).toBe(0)
  const lines = server.said().trim().split('\n')
  const notJson = lines.filter((text) => !text.startsWith('{') || !JSON.parse(text))
  expect(notJson).toEqual([])
  const logged = lines.map((text) => JSON.parse(text))
  const errors = logged.filter(({ msg }) => msg !== 'request')
  expect(JSON.stringify(errors).length).toBeLessThan(100_000)
  const first = logged.find(({ msg, path }) => msg === 'request' && path === '/sign/*')
  expect(first).toMatchObject({ status: 503, fault: expect.any(String) })
  expect(errors.some(({ fault, err }) => fault === first.fault && err.stack?.length > 0)).toBe(true)
})
