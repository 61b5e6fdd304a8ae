import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataFolder } from './dataFolder.ts'

/** The secret kept in DATA_DIR/session-secret, made on the first call, so that a restart signs nobody out. */
export function keepSessionSecret(dataDir: string): string {
  openDataFolder(dataDir)
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    const half = `${file}.${process.pid}`
    writeFileSync(half, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
    renameSync(half, file)
  }
  return readFileSync(file, 'utf8')
}
