import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-temporary-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL runs as another user and needs access
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
