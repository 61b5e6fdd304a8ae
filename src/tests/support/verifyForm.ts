import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './serverProcess.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** Runs the real program, as `npm run consent:verify` does, without a database unless the settings have one. */
export const verifyForm = (path: string, settings: Record<string, string> = {}, options: string[] = []) =>
  runProgram(
    'cli/verifyConsent.ts',
    { NODE_ENV: 'demo', DATA_DIR: join(temporaryFolder(), 'data'), ...settings },
    path ? [path, ...options] : options,
  )

/** Writes a form to a new file, and returns its path. */
export function inFile(content: Uint8Array): string {
  const path = join(temporaryFolder(), 'form.pdf')
  writeFileSync(path, content)
  return path
}

/** The form with a changed byte. */
export const oneByteOff = (content: Uint8Array): Uint8Array =>
  content.map((byte, index) => (index === 2000 ? byte ^ 1 : byte))
