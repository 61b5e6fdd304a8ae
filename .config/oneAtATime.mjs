import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Runs `work` while no other process does; the others wait. `lock` is a file with the ID of the running process. The lock of a
 * dead process does not count.
 */
export async function oneAtATime(lock, work) {
  mkdirSync(dirname(lock), { recursive: true })
  for (let waited = 0; !take(lock); waited += 1) {
    if (waited === 10) console.log(`Waiting for another preparation (process ${read(lock)}) …`)
    await new Promise((done) => setTimeout(done, 100))
  }
  const release = () => read(lock) === String(process.pid) && rmSync(lock, { force: true })
  process.on('exit', release)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))
  work()
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const seen = read(lock)
    if (isLeftBehind(lock, seen)) removeLock(lock, seen)
    return false
  }
}

/** Moves the lock aside before checking it again. If another process has just taken it, it is moved back. */
function removeLock(lock, seen) {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
    if (read(aside) !== seen) linkSync(aside, lock)
  } catch {
    // another process was quicker
  }
  rmSync(aside, { force: true })
}

function isLeftBehind(lock, seen) {
  const pid = Number(seen)
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (!pid || pid === process.pid) return age > 1000
  try {
    return !process.kill(pid, 0) || age > 15 * 60_000 // the process ID may have been reused
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
