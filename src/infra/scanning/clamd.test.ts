import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FINDING, HARMFUL, openClamd } from '#testing/clamdServer.ts'
import { inPieces } from '#testing/recordFiles.ts'
import { answerOf, makeClamd } from './clamd.ts'
import { readScannerPlace, scannerProblems } from './scannerSettings.ts'

const quick = { connectMs: 200, silenceMs: 200, totalMs: 5000 }
const at = ({ port }: { port: number }) => ({ host: '127.0.0.1', port })
const file = Buffer.alloc(300_000, 'a record that goes on and on, ')
const harmful = Buffer.concat([file, Buffer.from(HARMFUL), file])

test('a file arrives as it is, by TCP and by a socket of the machine, and what is found has its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-clamd-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [near, far] = [await openClamd(join(folder, 'clamd.ctl')), await openClamd()]
  const sha256 = createHash('sha256').update(file).digest('hex')
  for (const [server, place] of [
    [near, { path: join(folder, 'clamd.ctl') }] as const,
    [far, at(far)] as const,
  ]) {
    const clamd = makeClamd(place, quick)
    expect(await clamd.scan(() => inPieces(file))).toEqual({ kind: 'clean' })
    expect(server.taken).toEqual([{ sha256, bytes: file.length, pieces: 30 }])
    // Across two pieces, too.
    expect(await clamd.scan(() => inPieces(harmful, 300_010))).toEqual({ kind: 'infected', finding: FINDING })
    expect(await clamd.test()).toEqual({
      isWorking: true,
      message: expect.stringMatching(/^The scanner answered: ClamAV 1\.4\.3/),
    })
  }
})

test('a file beyond its limit is told as that, however much is still to come', async () => {
  const server = await openClamd()
  server.limit = 100_000
  const clamd = makeClamd(at(server), quick)
  let asked = 0
  async function* endless() {
    for (; asked < 10_000; asked += 1) yield Buffer.alloc(65_536)
  }
  expect(await clamd.scan(endless)).toEqual({ kind: 'too_large' })
  expect(asked).toBeLessThan(1000)
})

test('no more is read than the scanner takes', async () => {
  const server = await openClamd()
  server.mood = 'deaf'
  let asked = 0
  async function* endless() {
    for (; asked < 10_000; asked += 1) yield Buffer.alloc(65_536)
  }
  const answer = await makeClamd(at(server), quick).scan(endless)
  expect(answer).toEqual({ kind: 'away', message: 'The scanner broke off: nothing for 0.2 s' })
  // What the kernel holds for both sides; the rest of the 650 MB was never opened.
  expect(asked).toBeLessThan(500)
})

test('a scanner that is away, silent, slow to end or dies in the middle is away, and says so', async () => {
  const server = await openClamd()
  const clamd = makeClamd(at(server), quick)
  const answer = () => clamd.scan(() => inPieces(file))
  server.mood = 'silent'
  expect(await answer()).toEqual({ kind: 'away', message: 'The scanner broke off: nothing for 0.2 s' })
  expect(await clamd.test()).toMatchObject({ isWorking: false })
  server.mood = 'dying'
  expect(await answer()).toMatchObject({
    kind: 'away',
    message: expect.stringMatching(/^The scanner broke off: /),
  })
  await server.stop()
  expect(await answer()).toMatchObject({
    kind: 'away',
    message: expect.stringMatching(/^The scanner does not answer: .*ECONNREFUSED/),
  })
  await server.start()
  server.mood = 'well'
  expect(await answer()).toEqual({ kind: 'clean' })
  server.mood = 'silent'
  const slow = makeClamd(at(server), { connectMs: 200, silenceMs: 60_000, totalMs: 300 })
  expect(await slow.scan(() => inPieces(file))).toEqual({
    kind: 'away',
    message: 'The scanner broke off: it took too long',
  })
})

test('what is under way is broken off when the server stops, and nothing is begun after', async () => {
  const server = await openClamd()
  server.mood = 'silent'
  const clamd = makeClamd(at(server))
  const answer = clamd.scan(() => inPieces(file))
  await vi.waitUntil(() => server.taken.length === 1)
  clamd.stop()
  const stopped = { kind: 'away', message: expect.stringContaining('it was broken off here') }
  expect(await answer).toEqual(stopped)
  expect(await clamd.scan(() => inPieces(file))).toEqual(stopped)
})

test('a file that cannot be read ends the scan with its own error', async () => {
  const server = await openClamd()
  async function* broken() {
    yield file
    throw new Error('The chunk was changed')
  }
  await expect(makeClamd(at(server), quick).scan(broken)).rejects.toThrow('The chunk was changed')
  expect(server.taken).toEqual([])
})

test.for([
  ['stream: OK', { kind: 'clean' }],
  ['stream: Win.Test.EICAR_HDB-1 FOUND', { kind: 'infected', finding: 'Win.Test.EICAR_HDB-1' }],
  ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', { kind: 'too_large' }],
  ['INSTREAM size limit exceeded. ERROR', { kind: 'too_large' }],
  ["stream: Can't allocate memory ERROR", { kind: 'trouble' }],
  ['COMMAND READ TIMED OUT', { kind: 'trouble' }],
  ['stream: OK FOUND ERROR', { kind: 'trouble' }],
  ['', { kind: 'trouble' }],
] as const)('%j means %o', ([reply, answer]) => {
  expect(answerOf(reply)).toMatchObject(answer)
})

test.for([
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['clamav:3310', { host: 'clamav', port: 3310 }],
  ['3310', null],
  ['http://clamav:3310', null],
  ['clamav:0', null],
  ['clamav:70000', null],
] as const)('the address %j is %o', ([value, place]) => {
  expect(readScannerPlace(value)).toEqual(place)
})

test('records go to another machine unencrypted only where that was said', () => {
  const problems = (address: string, isAllowed: boolean) =>
    scannerProblems({ CLAMD_ADDRESS: readScannerPlace(address), CLAMD_IN_CLEAR: isAllowed })
  expect(problems('clamav:3310', false)).toEqual([expect.stringContaining('CLAMD_IN_CLEAR=true')])
  for (const [address, isAllowed] of [
    ['clamav:3310', true],
    ['[::1]:3310', false],
    ['/run/clamd', false],
  ] as const)
    expect(problems(address, isAllowed)).toEqual([])
})
