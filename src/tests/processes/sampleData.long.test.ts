import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD } from '#prisma/demo/accounts.ts'
import { signIn } from '#tests/processes/caller.ts'
import { makeDataFolder } from '#tests/processes/dataFolder.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { freePort, runProgram, startProgram, startServer } from '#tests/support/serverProcess.ts'

const folder = makeDataFolder()
afterAll(() => folder.remove())

test('the demo says on its screens that it is invented, and production refuses its database', async () => {
  const demo = await startServer({ NODE_ENV: 'demo', DATA_DIR: folder.path, SESSION_SECRET })
  onTestFinished(async () => {
    if (demo.child.exitCode === null && demo.child.signalCode === null) await demo.stop()
  })
  const notice = 'every person and record in this clinic is invented'
  const screenOf = async (email: string) => {
    const { cookie } = await signIn(demo.url, { email, password: DEMO_PASSWORD })
    return (await fetch(`${demo.url}/tasks`, { headers: { cookie } })).text()
  }
  expect(await screenOf('staff@clinic.test')).toContain(notice)
  expect(await screenOf('staff@clinic.test')).not.toContain('Set Up a Real Clinic')
  expect(await screenOf('admin@clinic.test')).toContain('Set Up a Real Clinic')
  const call = await signIn(demo.url, { email: 'admin@clinic.test', password: DEMO_PASSWORD })
  const { json } = await call('POST', '/graphql', {
    query: 'mutation { editClinicSetup(input: { isDismissed: true }) { isSample isShown isDismissed } }',
  })
  expect(json).toMatchObject({
    data: { editClinicSetup: { isSample: true, isShown: false, isDismissed: true } },
  })
  expect(await screenOf('staff@clinic.test')).not.toContain(notice)
  expect(await reset(folder.path)).toEqual([2, expect.stringContaining('stop it first')])
  expect(await demo.stop()).toBe(0)

  const production = { NODE_ENV: 'production', DATA_DIR: folder.path, SESSION_SECRET }
  const server = startProgram('app/server.ts', { ...production, PORT: String(await freePort()) })
  expect(await server.over).toBe(1)
  expect(server.said()).toContain('This database has the sample data of the demo clinic')
  const answers = 'ada@elm-street.example\nAda\nMarsh\na long pass phrase\n'
  expect(await runProgram('cli/createAdmin.ts', production, [], answers)).toEqual({
    exit: 2,
    said: expect.stringContaining('set DATA_DIR to a new folder'),
  })

  expect(await reset(folder.path, 'production')).toEqual([2, expect.stringContaining('only a demo clinic')])
  expect(await reset(folder.path)).toEqual([0, expect.stringContaining('Removed the demo clinic')])
  expect(existsSync(join(folder.path, 'postgres'))).toBe(false)
  expect(await reset(folder.path)).toEqual([0, expect.stringContaining('There is no clinic')])
})

test('demo:reset does not remove a real clinic', async () => {
  const real = makeDataFolder()
  onTestFinished(() => real.remove())
  const settings = { NODE_ENV: 'production', DATA_DIR: real.path, SESSION_SECRET }
  const answers = 'ada@elm-street.example\nAda\nMarsh\na long pass phrase\n'
  expect(await runProgram('cli/createAdmin.ts', settings, [], answers)).toMatchObject({ exit: 0 })
  expect(await reset(real.path)).toEqual([2, expect.stringContaining('is not the demo clinic')])
  expect(existsSync(join(real.path, 'postgres'))).toBe(true)
})

/** Runs `npm run demo:reset`, and returns its exit code and output. */
async function reset(path: string, NODE_ENV = 'demo') {
  const settings = { NODE_ENV, DATA_DIR: path, SESSION_SECRET }
  const { exit, said } = await runProgram('cli/resetDemo.ts', settings)
  return [exit, said]
}
