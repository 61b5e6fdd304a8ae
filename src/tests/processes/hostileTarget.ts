import { afterAll, beforeAll } from 'vitest'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { storm } from '#tests/support/hostile/storm.ts'
import { type ServerProcess, startServer } from '#tests/support/serverProcess.ts'
import { makeDataFolder } from './dataFolder.ts'

/** The built server without its rate limit, which would reject most requests, for the tests of a file. */
export function hostileTarget() {
  const folder = makeDataFolder()
  let server: ServerProcess | undefined
  const running = (): ServerProcess => {
    if (!server) throw new Error('The server has not started')
    return server
  }
  beforeAll(async () => {
    const settings = { NODE_ENV: 'production', DATA_DIR: folder.path, SESSION_SECRET, LOG_LEVEL: 'error' }
    server = await startServer({ ...settings, REQUESTS_PER_MINUTE: '10000000' })
    await storm(server.url, { count: 100, atOnce: 4 }) // warm-up, so that compiled code does not count as growth
  })
  afterAll(async () => {
    await server?.stop()
    folder.remove()
  })
  return { running, isAlive: async () => (await fetch(`${running().url}/healthz`)).status }
}
