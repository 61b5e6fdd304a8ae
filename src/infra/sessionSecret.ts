import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataFolder } from './dataFolder.ts'

/** Returns the secret in DATA_DIR/session-secret, created on the first call, so that sessions survive a restart. */
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
