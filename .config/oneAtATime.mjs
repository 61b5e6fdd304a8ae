import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { releasePidFile, takePidFile } from '../src/infra/pidFile.mjs'

/**
 * Runs `work` while no other process does; the others wait. `lock` is a file with the ID of the running process. The lock of a
 * dead process does not count.
 */
export async function oneAtATime(lock, work) {
  const own = String(process.pid)
  const isHeld = (pid) => pid !== own && isRunning(Number(pid)) && ageOf(lock) < 15 * 60_000 // IDs are reused
  mkdirSync(dirname(lock), { recursive: true })
  for (let waited = 0; ; waited += 1) {
    const holder = takePidFile(lock, own, isHeld)
    if (holder === null) break
    if (waited === 10) console.log(`Waiting for another preparation (process ${holder}) …`)
    await new Promise((done) => setTimeout(done, 100))
  }
  process.on('exit', () => releasePidFile(lock, own))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))
  work()
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

const ageOf = (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
