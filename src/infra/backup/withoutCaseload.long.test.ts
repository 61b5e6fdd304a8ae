import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { test } from '#tests/support/backedUpClinic.ts'
import { askOwner, backUp, backupSecret } from '#tests/support/backups.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { quickSeal } from '#tests/support/seal.ts'
import { putOnFile, signedWith } from '#tests/support/signedForms.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'

// Runs the commands of the operator's guide with Debian's age and psql. `script` gives age a terminal, because it reads
// passphrases from nothing else.

const packages = { age: 'age', psql: 'postgresql-client', script: 'bsdutils' }

beforeAll(() => {
  const apt = (...words: string[]) => execFileSync('apt-get', ['-qq', ...words], { stdio: 'pipe' })
  const missing = Object.entries(packages).filter(([program]) => spawnSync(program, ['--version']).error)
  if (missing.length === 0) return
  const names = missing.map(([, name]) => name)
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...names)
  } catch (cause) {
    throw new Error(`apt-get cannot install ${names.join(' and ')}: install them`, { cause })
  }
}, 300_000)

const guide = readFileSync(new URL('../../../docs/operators.md', import.meta.url), 'utf8')
const [, , commands = '', , sharedCommands = ''] =
  /### Read a backup without Caseload\n([\s\S]*?)```bash\n([\s\S]*?)```([\s\S]*?)```bash\n([\s\S]*?)```/.exec(
    guide,
  ) ?? []

/** Runs the commands in a folder with this backup. */
function runGuide(folder: string, backup: string, text: string) {
  const name = /caseload-[\w-]+\.backup/.exec(text)?.[0] ?? ''
  copyFileSync(backup, join(folder, name))
  writeFileSync(join(folder, 'commands.sh'), text)
  const server = new URL(inject('templateUrl'))
  onTestFinished(async () => {
    await askOwner({ ownerUrl: server.href }, 'DROP DATABASE IF EXISTS clinic WITH (FORCE)')
  })
  const { status, stdout, stderr } = spawnSync(
    'script',
    ['-qec', 'bash -euo pipefail commands.sh', '/dev/null'],
    {
      cwd: folder,
      input: `${backupSecret.keys[0]?.toString('base64')}\n`,
      encoding: 'utf8',
      env: {
        ...process.env,
        PGHOST: decodeURIComponent(server.searchParams.get('host') ?? server.hostname),
        PGPORT: server.port,
        PGUSER: decodeURIComponent(server.username),
        PGPASSWORD: decodeURIComponent(server.password),
        PAGER: 'cat',
      },
    },
  )
  expect(status, stdout + stderr).toBe(0)
  return { stdout, server }
}

test("the operator's guide reads a backup without Caseload", async ({ source }) => {
  const { clinic, patient, record, place } = source
  const form = await signedWith(await quickSeal())
  await putOnFile(clinic, form)
  const folder = temporaryFolder()
  const { path } = await backUp(place)
  const { stdout, server } = runGuide(folder, path, commands)
  expect(stdout).toContain(patient.lastName)
  expect(stdout).toContain(`clinic/records/${record.filePath}`)
  expect(readFileSync(join(folder, 'clinic', 'records', record.filePath))).toEqual(sample('rotation.pdf'))
  const [pdf = ''] = readdirSync(join(folder, 'clinic')).filter((file) => file.startsWith('form-'))
  expect(readFileSync(join(folder, 'clinic', pdf))).toEqual(Buffer.from(form.content))
  const database = new URL(server)
  database.pathname = '/clinic'
  expect(await askOwner({ ownerUrl: database.href }, 'SELECT content FROM patient_notes')).toEqual([
    { content: 'Called\tand "wrote"\\n' },
  ])
})

test("the operator's guide reads the record files of an incremental backup without Caseload", async ({
  source,
}) => {
  const { record, place } = source
  const folder = temporaryFolder()
  const { path } = await backUp(place, { file: folder, isIncremental: true })
  runGuide(folder, path, commands + sharedCommands)
  expect(readFileSync(join(folder, 'clinic', 'records', record.filePath))).toEqual(sample('rotation.pdf'))
})
