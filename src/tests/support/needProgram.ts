import { execFileSync, spawnSync } from 'node:child_process'

/** Installs a program of Debian with apt if it is not here. `versionFlag` makes it end at once. */
export function needProgram(program: string, versionFlag: string, debianPackage = program): void {
  process.env.PATH += ':/usr/sbin'
  if (spawnSync(program, [versionFlag]).error === undefined) return
  const apt = (...words: string[]) => execFileSync('apt-get', ['-qq', ...words], { stdio: 'pipe' })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', debianPackage)
  } catch (error) {
    throw new Error(`${program} is not here and apt-get cannot install it: install ${debianPackage}`, {
      cause: error,
    })
  }
}
