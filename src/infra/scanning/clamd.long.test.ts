import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { docxWith, testVirus } from '#tests/support/craftedFiles.ts'
import { inPieces, sample } from '#tests/support/recordFiles.ts'
import { makeClamd } from './clamd.ts'
import type { Scanner } from './scanner.ts'

// The real clamd from Debian's clamav-daemon, with a database of two signatures for this suite. No signatures
// are downloaded.

const CLAMD = '/usr/sbin/clamd'
const MARK = 'a mark that only this suite calls harmful'
const LIMIT = 2 ** 20

function installClamd(): void {
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-qq', ...words], {
      stdio: 'pipe',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'clamav-daemon')
  } catch (error) {
    throw new Error('clamd is not here and apt-get cannot install it: install clamav-daemon', {
      cause: error,
    })
  }
}

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

let folder: string
let clamd: ReturnType<typeof spawn> | undefined
let near: Scanner
let far: Scanner

beforeAll(async () => {
  if (!existsSync(CLAMD)) installClamd()
  folder = mkdtempSync(join(tmpdir(), 'caseload-clamd-'))
  const database = join(folder, 'database')
  mkdirSync(database)
  const hex = (text: string) => Buffer.from(text).toString('hex')
  writeFileSync(join(database, 'suite.ndb'), `Caseload.Test.Mark:0:*:${hex(MARK)}\n`)
  const hash = execFileSync('sha256sum', { input: testVirus }).toString().slice(0, 64)
  writeFileSync(join(database, 'suite.hsb'), `${hash}:${testVirus.length}:Caseload.Test.Eicar:73\n`)
  const port = await freePort()
  const socket = join(folder, 'clamd.ctl')
  const config = join(folder, 'clamd.conf')
  writeFileSync(
    config,
    [
      `DatabaseDirectory ${database}`,
      `LocalSocket ${socket}`,
      `TCPSocket ${port}`,
      'TCPAddr 127.0.0.1',
      `TemporaryDirectory ${folder}`,
      `StreamMaxLength ${LIMIT}`,
      'Foreground yes',
      'AlertExceedsMax yes',
      'OfficialDatabaseOnly no',
    ].join('\n'),
  )
  clamd = spawn(CLAMD, [`--config-file=${config}`], { stdio: 'pipe' })
  let output = ''
  for (const stream of [clamd.stdout, clamd.stderr]) stream?.on('data', (piece) => (output += String(piece)))
  near = makeClamd({ path: socket })
  far = makeClamd({ host: '127.0.0.1', port })
  await vi.waitUntil(
    async () => {
      if (clamd?.exitCode !== null) throw new Error(`clamd ended: ${output}`)
      return (await near.test()).isWorking
    },
    { timeout: 60_000, interval: 200 },
  )
}, 600_000)

afterAll(async () => {
  if (clamd?.exitCode === null && clamd.signalCode === null) {
    const over = new Promise((done) => clamd?.once('exit', done))
    clamd.kill()
    await over
  }
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const found = (finding: string) => ({
  kind: 'infected',
  finding: expect.stringMatching(new RegExp(`^${finding}(\\.UNOFFICIAL)?$`)),
})

test('its version is reported over a socket and TCP', async () => {
  for (const scanner of [near, far])
    expect(await scanner.test()).toEqual({
      isWorking: true,
      message: expect.stringMatching(/^The scanner answered: ClamAV \d+\.\d+/),
    })
})

test.for(['rotation.pdf', 'knee.png', 'knee.jpg', 'knee.tiff', 'letter.doc', 'summary.docx'])(
  'nothing is found in %s',
  async (name) => {
    for (const scanner of [near, far])
      expect(await scanner.scan(() => inPieces(sample(name), 65_536))).toEqual({ kind: 'clean' })
  },
)

test('the test signature is found after a PDF, across chunks and inside a document', async () => {
  const behind = Buffer.concat([sample('rotation.pdf'), Buffer.from(MARK)])
  const packed = await docxWith({ 'word/media/a.txt': Buffer.from(`${'x'.repeat(9000)}${MARK}`) })
  for (const scanner of [near, far])
    for (const file of [behind, packed])
      expect(await scanner.scan(() => inPieces(file, 7))).toEqual(found('Caseload.Test.Mark'))
  expect(await near.scan(() => inPieces(testVirus))).toEqual(found('Caseload.Test.Eicar'))
})

test('a file beyond StreamMaxLength is reported as too large, and a lost answer as away', async () => {
  const tooLarge = Buffer.alloc(8 * LIMIT, 'x')
  const kinds = new Set<string>()
  for (let turn = 0; turn < 20; turn += 1)
    for (const scanner of [near, far]) kinds.add((await scanner.scan(() => inPieces(tooLarge, 65_536))).kind)
  // clamd answers and closes, and TCP may drop the answer on a busy machine; the job retries
  kinds.delete('away')
  expect([...kinds]).toEqual(['too_large'])
  expect(await near.scan(() => inPieces(Buffer.alloc(LIMIT - 1000, 'x'), 65_536))).toEqual({ kind: 'clean' })
})

test('concurrent files each get their own result', async () => {
  const marked = Buffer.concat([sample('rotation.pdf'), Buffer.from(MARK)])
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      far.scan(() => inPieces(n % 2 ? marked : sample('rotation.pdf'), 1000)),
    ),
  )
  expect(answers.map(({ kind }) => kind)).toEqual(answers.map((_, n) => (n % 2 ? 'infected' : 'clean')))
})

test('clamd killed during a scan is reported as away', async () => {
  async function* slow() {
    yield sample('rotation.pdf')
    clamd?.kill('SIGKILL')
    await new Promise((done) => clamd?.once('exit', done))
    for (let piece = 0; piece < 50; piece += 1) yield Buffer.alloc(1000)
  }
  expect(await near.scan(slow)).toMatchObject({ kind: 'away' })
  expect(await far.test()).toMatchObject({ isWorking: false })
})
