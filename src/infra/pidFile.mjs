// Plain JavaScript, because .config/prepare.mjs uses it on Node 20, before packages are installed.
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/**
 * Tries to write the record of this process to `path`. Returns null on success, the record of the live process that
 * holds the file, or '' if the caller should try again. Removes the record of a dead process.
 */
export function takePidFile(path, record, isAlive) {
  try {
    writeFileSync(path, record, { flag: 'wx', mode: 0o600 })
    return null
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const theirs = readPidFile(path)
  if (theirs && isAlive(theirs)) return theirs
  // Another process creates the file before it writes its record.
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (theirs || age > 1000) releasePidFile(path, theirs)
  return ''
}

/** Moves the record aside before checking it again. If another process has just written it, it is moved back. */
export function releasePidFile(path, record) {
  if (readPidFile(path) !== record) return
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readPidFile(aside) !== record) linkSync(aside, path)
  } catch {
    // another process was quicker
  }
  rmSync(aside, { force: true })
}

/** The record, or '' if there is none. */
export function readPidFile(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
