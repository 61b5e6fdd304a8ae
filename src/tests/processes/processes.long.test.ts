import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signIn } from '#tests/processes/caller.ts'
import { halfWritten, streamOfPatients } from '#tests/processes/patients.ts'
import { freePort, npmStart, runProgram, startProgram } from '#tests/support/serverProcess.ts'
import { installProduction } from './installation.ts'

// Kills, stops and misconfigures the real processes, which processes.test.ts only starts and stops.

const { admin, folder, settings, start } = installProduction()

test('a second process with another session secret does not start, and secrets:replace lets it', async () => {
  const other = { ...settings, SESSION_SECRET: 'another-session-secret-for-tests-0123456789' }
  const server = await start()
  const second = { ...other, ...folder.addresses(), PORT: String(await freePort()) }
  const refused = startProgram('app/server.ts', second)
  expect(await refused.over).toBe(1)
  expect(refused.said()).toContain('SESSION_SECRET does not include the secret')
  expect(refused.said()).toContain('npm run secrets:replace -- SESSION_SECRET')
  await server.stop()

  const replace = (values: Record<string, string>) =>
    runProgram('cli/replaceSecret.ts', values, ['SESSION_SECRET'])
  expect(await replace(other)).toEqual({ exit: 0, said: expect.stringContaining('was replaced') })
  await (await start({ SESSION_SECRET: other.SESSION_SECRET })).stop()
  expect(await replace(settings)).toMatchObject({ exit: 0 })
})

test('kill -9 of the server, and then of PostgreSQL, loses no acknowledged write and leaves no partial one', async () => {
  const server = await start()
  const call = await signIn(server.url, admin)
  const stream = streamOfPatients(call, 'server')
  await stream.untilAnswered(40)
  server.child.kill('SIGKILL')
  expect(await server.over).toBe('SIGKILL')
  await stream.end()

  const next = await start()
  expect(await folder.missing(stream.answered)).toEqual([])
  expect(await halfWritten(folder)).toEqual([])
  const again = await call.at(next.url)('GET', '/api/dashboard/stats') // the session is still valid
  expect(again.json).toMatchObject({ totalPatients: await folder.count('patients') })

  const second = streamOfPatients(await signIn(next.url, admin), 'postgres')
  await second.untilAnswered(20)
  process.kill(folder.postmaster(), 'SIGKILL')
  // Until PostgreSQL has started again, requests get 503.
  await expect.poll(() => [...second.statuses()], { timeout: 10_000, interval: 20 }).toContain(503)
  const ready = async () => (await fetch(`${next.url}/readyz`)).status
  await expect.poll(ready, { timeout: 15_000 }).toBe(200)
  const before = second.answered.length
  await second.untilAnswered(before + 20)
  await second.end()

  expect([...second.statuses()].sort()).toEqual([201, 503])
  expect(await folder.missing([...stream.answered, ...second.answered])).toEqual([])
  expect(await halfWritten(folder)).toEqual([])
})

test('/readyz names the lost storage, and after SIGTERM the server is unready but serves for SHUTDOWN_DELAY', async () => {
  const server = await start({ SHUTDOWN_DELAY: '2' })
  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    return [answer.status, await answer.json()]
  }
  expect(await ready()).toEqual([200, { message: 'ready' }])
  const records = join(folder.path, 'records')
  rmSync(records, { recursive: true, force: true })
  writeFileSync(records, '')
  await expect.poll(ready, { timeout: 5000 }).toEqual([503, { message: 'not ready', notReady: ['storage'] }])
  rmSync(records)
  await expect.poll(ready, { timeout: 5000 }).toEqual([200, { message: 'ready' }])

  server.child.kill('SIGTERM')
  await expect.poll(ready, { timeout: 1500 }).toEqual([503, { message: 'stopping' }])
  expect((await fetch(`${server.url}/`)).status, 'a page').toBe(200)
  expect(await server.over).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends npm start only when the server has ended',
  async (signal) => {
    const { child, over, url } = await npmStart(settings)
    const postmaster = folder.postmaster()
    child.kill(signal)
    await over
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
    expect(folder.processesOf(postmaster)).toEqual([])
  },
)

test('SIGTERM during startup exits with code 0 and logs no error', async () => {
  const program = startProgram('app/server.ts', { ...settings, PORT: String(await freePort()) })
  await expect.poll(() => program.said(), { interval: 5 }).toMatch(/Starting PostgreSQL/)
  program.child.kill('SIGTERM')
  expect(await program.over).toBe(0)
  expect(program.said()).not.toMatch(/fetch failed|Error|refused/)
})
