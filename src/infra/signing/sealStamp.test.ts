import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ContentInfo, SignedData } from 'pkijs'
import { test as base, expect, onTestFinished } from 'vitest'
import { isOpenSsl3 } from '#tests/support/openssl.ts'
import { quickSeal, rsaSeal } from '#tests/support/seal.ts'
import { signedWith } from '#tests/support/signedForms.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { openTimeStampServer, type TimeStampServer } from '#tests/support/timeStampServer.ts'
import { makeTimeStamps } from '../evidence/timeStamps.ts'
import { checkSeal } from './sealCheck.ts'
import { bytesOf, stampOf } from './sealCms.ts'
import { makeStampSeal } from './sealStamp.ts'

/** An independent signature reader from npm. */
const readSignatures = createRequire(import.meta.url)('pdf-signature-reader') as (file: Buffer) => {
  integrity?: boolean
}

const AT = new Date('2026-01-05T15:05:02Z')

const test = base.extend<{ service: TimeStampServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are asked for
  service: async ({}, use) => {
    await using service = await openTimeStampServer()
    service.at = () => AT
    await use(service)
  },
})

/** Seals a form with a time stamp by one of these services. Returns the form and what was logged. */
async function stampedForm(...services: TimeStampServer[]) {
  const settings = {
    services: services.flatMap((one) => one.settings.services),
    roots: services.flatMap((one) => one.settings.roots),
  }
  const timeStamps = makeTimeStamps(settings)
  const logged: Error[] = []
  const stampSeal = makeStampSeal(timeStamps, (error) => logged.push(error as Error))
  const { content, stampedAt } = await signedWith(await rsaSeal(), { stampSeal })
  return { file: Buffer.from(content), stampedAt, roots: settings.roots, logged }
}

/** The seal of a form, and where its digits are. */
function sealIn(file: Buffer) {
  const from = file.indexOf('/Contents <') + '/Contents <'.length
  const to = file.indexOf('>', from)
  const message = Buffer.from(file.toString('latin1', from, to), 'hex')
  const [signer] = new SignedData({
    schema: ContentInfo.fromBER(new Uint8Array(message)).content,
  }).signerInfos
  if (!signer) throw new Error('The form has no seal')
  return { from, to, signature: bytesOf(signer.signature), stamp: stampOf(signer) }
}

test('a service confirms when the seal was made, and sees only a hash', async ({ service }) => {
  const { file, stampedAt, roots } = await stampedForm(service)
  expect(stampedAt).toEqual(AT)
  expect(await checkSeal(file, roots)).toMatchObject({
    state: 'intact',
    isOurForm: true,
    stamp: { state: 'valid', at: AT, service: 'CN=Test Time Stamps' },
  })
  expect(service.seen).toHaveLength(1)
  expect(readSignatures(file).integrity).toBe(true)
})

test('a time stamp by a service for which no known authority vouches is not believed', async ({
  service,
}) => {
  const { file } = await stampedForm(service)
  await using other = await openTimeStampServer()
  for (const roots of [[], other.settings.roots])
    expect(await checkSeal(file, roots)).toMatchObject({
      state: 'intact',
      isOurForm: true,
      stamp: { state: 'untrusted', at: AT },
    })
})

test('the time stamp of another form does not fit', async ({ service }) => {
  const { file, roots } = await stampedForm(service)
  const { from, to, stamp } = sealIn(file)
  if (!stamp) throw new Error('The form has no time stamp')
  const at = file.toString('latin1', from, to).indexOf(stamp.toString('hex'))
  // The length of an elliptic-curve signature varies by a few bytes.
  let other: Buffer | null = null
  while (other?.length !== stamp.length) other = sealIn((await stampedForm(service)).file).stamp
  file.write(other.toString('hex'), from + at, 'latin1')
  expect(await checkSeal(file, roots)).toMatchObject({
    state: 'intact',
    stamp: { state: 'invalid', reason: expect.stringContaining('signature does not fit') },
    isOurForm: false,
  })
})

test('a changed digit of the time stamp’s statement or signature is found', async ({ service }) => {
  const { file, roots } = await stampedForm(service)
  const { from, to, stamp } = sealIn(file)
  const digits = file.toString('latin1', from, to)
  const at = digits.indexOf(stamp?.toString('hex') ?? '?')
  const time = digits.indexOf(Buffer.from('20260105150502Z').toString('hex'))
  const end = at + 2 * (stamp?.length ?? 0)
  for (const place of [time + 1, time + 9, end - 1, end - 40]) {
    const changed = Buffer.from(file)
    changed[from + place] = (changed[from + place] ?? 0) ^ 1
    const { state, ...seal } = await checkSeal(changed, roots)
    expect(state === 'intact' && 'isOurForm' in seal && seal.isOurForm, `digit ${place}`).toBe(false)
  }
})

test('a form is sealed without a time stamp if no service gives one, which is logged', async ({
  service,
}) => {
  service.fault = 'server error'
  const { file, stampedAt, roots, logged } = await stampedForm(service)
  expect(stampedAt).toBeNull()
  expect(await checkSeal(file, roots)).toMatchObject({ isOurForm: true, stamp: { state: 'none' } })
  expect(logged.map(({ message }) => message)).toEqual(['A form was sealed without a time stamp'])
})

test('one service is enough', async ({ service }) => {
  await using broken = await openTimeStampServer()
  broken.fault = 'refused'
  const { stampedAt, logged } = await stampedForm(broken, service)
  expect(stampedAt).toEqual(AT)
  expect(logged).toEqual([])
})

test('a signer waits three seconds for a service that does not answer', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const url = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`)
  const timeStamps = makeTimeStamps({ services: [url], roots: [] })
  const causes: unknown[] = []
  const stampSeal = makeStampSeal(timeStamps, (error) => causes.push((error as Error).cause))
  const { stampedAt } = await signedWith(await quickSeal(), { stampSeal })
  expect(stampedAt).toBeNull()
  expect(causes).toEqual([new Error('No time-stamp service answered within 3 seconds')])
})

test('a time stamp that is too large for a seal is left out', async () => {
  const causes: unknown[] = []
  const stamp = async () => ({ response: Buffer.alloc(0), token: Buffer.alloc(20_000), at: AT })
  const stampSeal = makeStampSeal({ services: [{ name: 'tsa.test', stamp }] }, (error) =>
    causes.push((error as Error).cause),
  )
  const { stampedAt } = await signedWith(await quickSeal(), { stampSeal })
  expect(stampedAt).toBeNull()
  expect(causes).toMatchObject([
    { errors: [{ message: 'A time stamp of tsa.test is too large for a seal' }] },
  ])
})

test.runIf(isOpenSsl3)('OpenSSL verifies the time stamp in a seal', async ({ service }) => {
  const { signature, stamp } = sealIn((await stampedForm(service)).file)
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'stamp.der'), stamp ?? '')
  writeFileSync(join(folder, 'signature'), signature)
  writeFileSync(join(folder, 'roots.pem'), service.settings.roots.map(String).join(''))
  const words = 'ts -verify -token_in -in stamp.der -data signature -CAfile roots.pem'
  const verify = () => spawnSync('openssl', words.split(' '), { cwd: folder }).status
  expect(verify()).toBe(0)
  writeFileSync(join(folder, 'signature'), 'another signature')
  expect(verify()).toBe(1)
})
