import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../../.config/release.mjs', import.meta.url))

/** Makes a release, as `npm run release` does, and unpacks it below `parent`. Returns its folder. */
export function makeRelease(parent: string): string {
  execFileSync(process.execPath, [script, join(parent, 'made')], { stdio: 'pipe' })
  const [archive = ''] = readdirSync(join(parent, 'made')).filter((name) => name.endsWith('.tar.gz'))
  const unpacked = join(parent, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', join(parent, 'made', archive), '-C', unpacked])
  return join(unpacked, archive.replace('.tar.gz', ''))
}
