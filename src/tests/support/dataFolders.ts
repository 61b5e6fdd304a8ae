import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'

/** Copies the data folder of a server that has stopped, with the owners and permissions of its files. */
export function copyDataFolder(from: string, to: string): void {
  // Node's own copy would make root the owner of PostgreSQL's files.
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-a', from, to])
}
