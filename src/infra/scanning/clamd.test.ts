import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FINDING, HARMFUL, openClamd } from '#tests/support/clamdServer.ts'
import { inPieces } from '#tests/support/recordFiles.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { answerOf, makeClamd } from './clamd.ts'
import { readScannerPlace, scannerProblems } from './scannerSettings.ts'

const quick = { connectMs: 200, silenceMs: 200, totalMs: 5000 }
const at = ({ port }: { port: number }) => ({ host: '127.0.0.1', port })
const file = Buffer.alloc(300_000, 'a record that goes on and on, ')
const harmful = Buffer.concat([file, Buffer.from(HARMFUL), file])

test('a file is sent unchanged by TCP or socket, and a finding has its name', async () => {
  const folder = temporaryFolder()
  const [near, far] = [await openClamd(join(folder, 'clamd.ctl')), await openClamd()]
  const sha256 = createHash('sha256').update(file).digest('hex')
  for (const [server, place] of [
    [near, { path: join(folder, 'clamd.ctl') }] as const,
    [far, at(far)] as const,
  ]) {
    const clamd = makeClamd(place, quick)
    expect(await clamd.scan(() => inPieces(file))).toEqual({ kind: 'clean' })
    expect(server.taken).toEqual([{ sha256, bytes: file.length, pieces: 30 }])
    // Also across two chunks.
    expect(await clamd.scan(() => inPieces(harmful, 300_010))).toEqual({ kind: 'infected', finding: FINDING })
    expect(await clamd.test()).toEqual({
      isWorking: true,
      message: expect.stringMatching(/^The scanner answered: ClamAV 1\.4\.3/),
    })
  }
})

test('a file beyond the limit is reported as too large without sending the rest', async () => {
  const server = await openClamd()
  server.limit = 100_000
  const clamd = makeClamd(at(server), quick)
  let chunks = 0
  async function* endless() {
    for (; chunks < 10_000; chunks += 1) yield Buffer.alloc(65_536)
  }
  expect(await clamd.scan(endless)).toEqual({ kind: 'too_large' })
  expect(chunks).toBeLessThan(1000)
})

test('the file is read only as fast as the scanner accepts it', async () => {
  const server = await openClamd()
  server.mood = 'deaf'
  let chunks = 0
  async function* endless() {
    for (; chunks < 10_000; chunks += 1) yield Buffer.alloc(65_536)
  }
  const answer = await makeClamd(at(server), quick).scan(endless)
  expect(answer).toEqual({ kind: 'away', message: 'The scanner broke off: nothing for 0.2 s' })
  // Only what fits into the kernel's buffers was read of the 650 MB.
  expect(chunks).toBeLessThan(500)
})

test('an unreachable, silent, slow or crashing scanner is reported as away', async () => {
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

test('a stop cancels running scans and prevents new ones', async () => {
  const server = await openClamd()
  server.mood = 'silent'
  const clamd = makeClamd(at(server))
  const answer = clamd.scan(() => inPieces(file))
  await expect.poll(() => server.taken.length).toBe(1)
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

test('records go to another machine unencrypted only with the explicit setting', () => {
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
