import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { ContentInfo, SignedData, TimeStampResp } from 'pkijs'
import { test as base, expect } from 'vitest'
import { TimeStampFailure } from '#domain/audit/timeStampFailure.ts'
import { isOpenSsl3 } from '#tests/support/openssl.ts'
import { runs } from '#tests/support/properties.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { type Fault, openTimeStampServer, type TimeStampServer } from '#tests/support/timeStampServer.ts'
import { certify, newKeys } from './timeStampAuthority.ts'
import { makeTimeStamps } from './timeStamps.ts'

const test = base.extend<{ server: TimeStampServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are asked for
  server: async ({}, use) => {
    await using server = await openTimeStampServer()
    await use(server)
  },
})

const text = Buffer.from('caseload/audit-log/0123456789abcdef\n7\n')
const serviceOf = ({ settings }: TimeStampServer) => {
  const { services, timeOf } = makeTimeStamps(settings)
  const [service] = services
  if (!service) throw new Error('The settings name no service')
  return { ...service, timeOf }
}

test('a service is shown only a hash, and its time stamp proves the text later', async ({ server }) => {
  const { stamp, timeOf } = serviceOf(server)
  server.at = () => new Date('2026-11-25T12:00:00Z')
  const { response, at } = await stamp(text)
  expect(at).toEqual(server.at())
  expect(server.seen).toEqual([createHash('sha256').update(text).digest('hex')])
  expect(await timeOf(response, text)).toEqual(at)
  await expect(timeOf(response, Buffer.from('another text'))).rejects.toThrow(TimeStampFailure)
})

const faults: [Fault, RegExp][] = [
  ['wrong text', /signature does not fit/],
  ['wrong nonce', /answered another request/],
  ['forged', /signature does not fit/],
  ['refused', /refused \(status 2\)/],
  ['web certificate', /certificate is not for time stamps/],
  ['no time stamp', /not a time stamp/],
  ['too large', /larger than 65536 bytes/],
  ['server error', /HTTP 503/],
]
test.for(faults)(
  'a service whose answer is at fault, %s, gives no time stamp',
  async ([fault, words], { server }) => {
    const { stamp } = serviceOf(server)
    server.fault = fault
    await expect(stamp(text)).rejects.toThrow(words)
    server.fault = null
    await stamp(text)
  },
)

test('a service of another authority gives no time stamp', async ({ server }) => {
  await using other = await openTimeStampServer()
  const { stamp } = serviceOf({ ...server, settings: { ...server.settings, roots: other.settings.roots } })
  await expect(stamp(text)).rejects.toThrow(TimeStampFailure)
})

test('a time stamp with many certificates is refused before a chain is searched', {
  timeout: 10_000,
}, async ({ server }) => {
  const { timeOf, stamp } = serviceOf(server)
  const { response } = await stamp(text)
  const keys = newKeys()
  const valid = { keys, from: new Date('2026-01-01'), until: new Date('2046-01-01'), purpose: null }
  // Each certificate can be issued by each of the next layer, so the paths multiply by four with each layer.
  const layers = await Promise.all(
    Array.from({ length: 32 }, (_, at) => {
      const layer = Math.floor(at / 4)
      const issuer = { name: `Layer ${Math.min(layer + 1, 7)}`, keys }
      const name = layer === 0 ? 'Test Root' : `Layer ${layer}`
      return certify({ ...valid, issuer, name, serial: at + 10 })
    }),
  )
  const crowded = TimeStampResp.fromBER(new Uint8Array(response))
  const signed = new SignedData({ schema: crowded.timeStampToken?.content })
  signed.certificates?.push(...layers)
  const { SIGNED_DATA } = ContentInfo
  crowded.timeStampToken = new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) })
  await expect(timeOf(new Uint8Array(crowded.toSchema().toBER()), text)).rejects.toThrow(
    'it has more than 6 certificates',
  )
})

test('a changed response is refused with a reason, or says the same', async ({ server }) => {
  const { stamp, timeOf } = serviceOf(server)
  const { response, at } = await stamp(text)
  const position = fc.nat(response.length - 1)
  const changed = fc.oneof(
    fc.tuple(position, fc.nat(255)).map(([index, byte]) => response.with(index, byte)),
    position.map((end) => response.subarray(0, end)),
    fc
      .tuple(position, fc.uint8Array({ minLength: 1, maxLength: 40 }))
      .map(([index, more]) => Buffer.concat([response.subarray(0, index), more, response.subarray(index)])),
  )
  await fc.assert(
    fc.asyncProperty(changed, async (bytes) => {
      const found = await timeOf(bytes, text).catch((error: unknown) => error)
      if (found instanceof Date) expect(found).toEqual(at)
      else expect(found).toBeInstanceOf(TimeStampFailure)
    }),
    { numRuns: runs(300, 500) },
  )
})

test('a certificate whose name is no text is refused with a reason', async ({ server }) => {
  const { stamp, timeOf } = serviceOf(server)
  const { response } = await stamp(text)
  const name = response.lastIndexOf('Test Time Stamps')
  const changed = response.with(name, (response[name] ?? 0) | 0x80)
  await expect(timeOf(changed, text)).rejects.toThrow(new TimeStampFailure('its certificate cannot be read'))
})

test('a service that cannot be reached gives no time stamp', async ({ server }) => {
  const { stamp } = serviceOf(server)
  await server[Symbol.asyncDispose]()
  await expect(stamp(text)).rejects.toThrow(/cannot be reached \(ECONNREFUSED\)/)
})

test.runIf(isOpenSsl3)('OpenSSL verifies a kept response, too', async ({ server }) => {
  const { response } = await serviceOf(server).stamp(text)
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'stamp.tsr'), response)
  writeFileSync(join(folder, 'text'), text)
  writeFileSync(join(folder, 'roots.pem'), server.settings.roots.map(String).join(''))
  const verify = () =>
    spawnSync('openssl', ['ts', '-verify', '-data', 'text', '-in', 'stamp.tsr', '-CAfile', 'roots.pem'], {
      cwd: folder,
    })
  expect(verify().stderr.toString()).not.toContain('error')
  expect(verify().status).toBe(0)
  writeFileSync(join(folder, 'text'), 'another text')
  expect(verify().status).toBe(1)
})
