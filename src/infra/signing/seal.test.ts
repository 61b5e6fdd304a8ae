import { createRequire } from 'node:module'
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData } from 'pkijs'
import { beforeAll, describe, expect, test } from 'vitest'
import { quickSeal, rsaSeal } from '#tests/support/seal.ts'
import { aDocument, aSignature, signedWith } from '#tests/support/signedForms.ts'
import { fingerprintOf } from './seal.ts'
import { checkSeal } from './sealCheck.ts'
import { makeCms, type SealIdentity, webKey } from './sealCms.ts'

/** An independent signature reader from npm. */
const readSignatures = createRequire(import.meta.url)('pdf-signature-reader') as (file: Buffer) => {
  integrity?: boolean
}

let identity: SealIdentity
let file: Buffer
/** The position of the seal. It covers everything else. */
let gap: { from: number; to: number }

beforeAll(async () => {
  identity = await rsaSeal()
  file = Buffer.from((await signedWith(identity)).content)
  const from = file.indexOf('/Contents <') + '/Contents '.length
  gap = { from, to: file.indexOf('>', from) + 1 }
})

function changedAt(at: number, bit = 1): Buffer {
  const other = Buffer.from(file)
  other[at] = (other[at] ?? 0) ^ bit
  return other
}

/** Whether the file is intact and in our form to the last digit of the seal. */
async function isAsSealed(bytes: Buffer): Promise<boolean> {
  const seal = await checkSeal(bytes)
  return seal.state === 'intact' && seal.isOurForm
}

const others = (bytes: Buffer): boolean => {
  try {
    return readSignatures(bytes).integrity ?? false
  } catch {
    return false
  }
}

describe('a sealed form', () => {
  test('names its owner and time, and an independent reader finds it intact', async () => {
    expect(await checkSeal(file)).toEqual({
      state: 'intact',
      fingerprint: fingerprintOf(identity),
      certificate: expect.objectContaining({ raw: identity.chain[0].raw }),
      sealer: 'CN=Test Clinic document seal',
      sealedAt: new Date('2026-01-05T15:05:00Z'),
      stamp: { state: 'none' },
      isOurForm: true,
      isScan: false,
    })
    expect(others(file)).toBe(true)
  })

  test('is a PAdES signature over every other byte and certifies that no change is allowed', () => {
    const text = file.toString('latin1')
    expect(text).toContain('/SubFilter /ETSI.CAdES.detached')
    expect(text).toMatch(/\/TransformMethod \/DocMDP/)
    expect(text).toContain(`/ByteRange [0 ${gap.from} ${gap.to} ${file.length - gap.to}]`)
  })

  test('can also use an elliptic-curve key', async () => {
    const { content, sealedBy } = await signedWith(await quickSeal())
    expect(await checkSeal(content)).toMatchObject({
      state: 'intact',
      fingerprint: sealedBy,
      isOurForm: true,
    })
  })

  test('reveals a changed byte anywhere in what it covers, to us and to others', async () => {
    const places = [0, 1, gap.from - 1, gap.to, gap.to + 1, file.length - 1]
    for (let at = 7; at < file.length; at += 997) if (at < gap.from || at >= gap.to) places.push(at)
    places.push(...['/ByteRange', '/Contents <', '/M (D:', 'startxref'].map((word) => file.indexOf(word) + 2))
    for (const at of places) {
      expect((await checkSeal(changedAt(at))).state, `byte ${at}`).not.toBe('intact')
      expect(others(changedAt(at)), `byte ${at}, other reader`).toBe(false)
    }
  })

  test('reveals a changed digit of the seal itself', async () => {
    for (let at = gap.from; at < gap.to; at += 31)
      expect(await isAsSealed(changedAt(at)), `byte ${at}`).toBe(false)
    // The last digits are the signature, which every reader checks.
    for (const back of [2, 100, 400])
      expect(others(changedAt(gap.to - back)), `${back} from the end`).toBe(false)
    const capitals = file.toString('latin1', gap.from, gap.to).search(/[a-f]/) + gap.from
    expect(await isAsSealed(changedAt(capitals, 0x20))).toBe(false)
  })

  test('reveals added and removed content', async () => {
    const added = Buffer.concat([file, Buffer.from('\n7 0 obj\n<< /Type /Page >>\nendobj\n')])
    expect(await checkSeal(added)).toEqual({
      state: 'broken',
      reason: 'Something was added after the file was sealed',
      fingerprint: fingerprintOf(identity),
    })
    expect((await checkSeal(file.subarray(0, -1))).state).toBe('broken')
    expect((await checkSeal(file.subarray(0, gap.from))).state).toBe('broken')
  })

  test('does not fit another document', async () => {
    const document = aDocument([{ kind: 'paragraph', text: 'Everything I own goes to the clinic.' }])
    const other = Buffer.from((await signedWith(identity, { document })).content)
    const from = other.indexOf('/Contents <') + '/Contents '.length
    file.copy(other, from, gap.from, gap.to)
    expect(await checkSeal(other)).toEqual({
      state: 'broken',
      reason: 'The file was changed after it was sealed',
      fingerprint: fingerprintOf(identity),
    })
    expect(others(other)).toBe(false)
  })
})

test('a seal by another key is rejected, even with the clinic’s certificate included', async () => {
  const thief = await quickSeal()
  const before = '%PDF-1.7\n/ByteRange [0 00000064 00009000 00000005]'.padEnd(64)
  const after = '%%EOF'
  const content = Buffer.from(before + after)
  // Names the clinic's certificate as the signer but signs with another one.
  const message = new SignedData({
    schema: ContentInfo.fromBER(new Uint8Array(await makeCms(content, identity))).content,
  })
  const own = Certificate.fromBER(thief.chain[0].raw)
  message.certificates?.push(own)
  const [signer] = message.signerInfos
  if (!signer) throw new Error('There is no signature')
  signer.sid = new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber })
  await message.sign(await webKey(thief.key), 0, 'SHA-256', Uint8Array.from(content))
  const bytes = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: message.toSchema(true) })
  const hex = Buffer.from(bytes.toSchema().toBER()).toString('hex')
  const forged = Buffer.from(`${before}<${hex.padEnd(9000 - 66, '0')}>${after}`)
  expect(await checkSeal(forged)).toEqual({
    state: 'broken',
    reason: 'The seal names a certificate of another',
    fingerprint: fingerprintOf(identity),
  })
})

test('a file without a seal is not reported as broken', async () => {
  expect(await checkSeal(Buffer.from('%PDF-1.7\nhello'))).toEqual({ state: 'unsealed' })
  expect(await checkSeal(Buffer.alloc(0))).toEqual({ state: 'unsealed' })
  expect(await checkSeal(Buffer.from('/ByteRange [0 1 2 3]'))).toMatchObject({
    state: 'broken',
    fingerprint: null,
  })
})

test('a seal above the size limit is never decoded', async () => {
  // An object identifier of 100,000 numbers; decoding it takes 100 MB.
  const digits = `06830186a0${'01'.repeat(100_000)}`
  const before = `%PDF-1.7\n/ByteRange [0 64 ${66 + digits.length} 5]`.padEnd(64)
  expect(await checkSeal(Buffer.from(`${before}<${digits}>%%EOF`))).toEqual({
    state: 'broken',
    reason: 'The seal is larger than any that Caseload makes',
    fingerprint: null,
  })
})

test('a file with thousands of seals is rejected without checking any', async () => {
  expect(await checkSeal(Buffer.from('/ByteRange[0 1 2 3]'.repeat(5000)))).toMatchObject({
    state: 'broken',
    reason: 'The seal cannot be read',
  })
})

test('two signatures of the same document give two files', async () => {
  const later = await signedWith(identity, {
    signature: aSignature({ signedAt: new Date('2026-01-06T00:00:00Z') }),
  })
  expect(Buffer.from(later.content).equals(file)).toBe(false)
})

test('bytes in the spare room of an elliptic-curve seal are detected', async () => {
  const whole = Buffer.from((await signedWith(await quickSeal())).content)
  expect(await isAsSealed(whole)).toBe(true)
  const end = whole.indexOf('>', whole.indexOf('/Contents <'))
  whole.write('1', end - 1, 'latin1')
  expect(await isAsSealed(whole)).toBe(false)
})

test('a seal from before or after its certificate is broken', async () => {
  const sealed = async (madeAt: string) =>
    checkSeal(Buffer.from((await signedWith(await rsaSeal('Test Clinic', new Date(madeAt)))).content))
  const { state } = await checkSeal(file)
  expect(state).toBe('intact')
  for (const madeAt of ['2030-01-01T00:00:00Z', '2010-01-01T00:00:00Z'])
    expect(await sealed(madeAt), madeAt).toMatchObject({
      state: 'broken',
      reason: 'The certificate of the seal was not valid when the seal was made',
    })
})

test('the certificate of a new seal is also one for `openssl cms -verify -purpose smimesign`', () => {
  expect(identity.chain[0]?.keyUsage).toContain('1.3.6.1.5.5.7.3.4')
})
