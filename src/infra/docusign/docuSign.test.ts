import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { troubleOf } from '#domain/consent/signingTrouble.ts'
import { signed } from '#testing/docusign/connect.ts'
import { type ContractServer, openDocuSign, tooManyCalls } from '#testing/docusign/server.ts'
import { pdfText } from '#testing/pdfText.ts'
import { renderOriginal } from '../signing/originalForm.ts'
import type { EnvelopeOrder } from '../signing/provider.ts'

let now: Date
let service: ContractServer
beforeEach(async () => {
  now = new Date('2026-01-05T15:00:00Z')
  service = await openDocuSign(() => now)
})
afterEach(() => service.close())

const order = (given: Partial<EnvelopeOrder> = {}): EnvelopeOrder => ({
  idempotencyKey: '0b6f2c1e-6a43-4f0e-9f52-0d3f4b8f1c11',
  document: { title: 'Authorization', version: '1', blocks: [] },
  original: (anchors) =>
    renderOriginal(
      { title: 'Authorization for release', version: '1', blocks: [] },
      { name: 'Harbor Street Clinic', timeZone: 'UTC' },
      anchors,
    ),
  signer: { name: 'Maren Lindqvist', email: 'maren@example.test' },
  clinicName: 'Harbor Street Clinic',
  expiresAt: new Date('2026-02-04T15:00:00Z'),
  isEmbedded: false,
  ...given,
})
const since = new Date('2026-01-05T15:00:00Z')
const remoteOf = (provider = service.provider()) => {
  if (!provider.remote) throw new Error('DocuSign keeps envelopes elsewhere')
  return provider.remote
}
const troubles = async (work: Promise<unknown>) =>
  troubleOf(
    await work.then(
      () => new Error('nothing went wrong'),
      (error: unknown) => error,
    ),
  )

describe('an envelope', () => {
  test('is sent with our PDF, places to sign in it, and words that name nobody', async () => {
    const sent = await service.provider().send(order())
    const [envelope] = service.account.envelopes.values()
    expect(sent).toEqual({ envelopeId: envelope?.envelopeId, linkHash: null })
    expect(envelope).toMatchObject({
      emailSubject: 'Harbor Street Clinic: a form for you to sign',
      notification: { expirations: { expireEnabled: 'true', expireAfter: '30' } },
      recipients: { signers: [{ name: 'Maren Lindqvist', email: 'maren@example.test' }] },
    })
    expect(envelope?.recipients.signers[0]).not.toHaveProperty('clientUserId')
    expect(`${envelope?.emailSubject} ${envelope?.emailBlurb}`).not.toContain('Maren')
    expect(await pdfText(envelope?.document ?? Buffer.of())).toContain('Authorization for release')
  })

  test('is found by its key, also when the transaction is forgotten, and not when it never arrived', async () => {
    const provider = service.provider()
    expect(await provider.find(order().idempotencyKey, since)).toBeNull()
    const sent = await provider.send(order())
    expect(await provider.find(order().idempotencyKey, since)).toEqual(sent)
    for (const one of service.account.envelopes.values()) one.transactionId = 'forgotten after seven days'
    expect(await provider.find(order().idempotencyKey, since)).toEqual(sent)
    expect(await provider.find('another-key', since)).toBeNull()
  })

  test('is read in our words, to its end', async () => {
    const provider = service.provider()
    const remote = remoteOf(provider)
    const send = async (idempotencyKey: string) =>
      (await provider.send(order({ idempotencyKey }))).envelopeId ?? ''
    const signing = await send('a')
    expect(await remote.read(signing)).toMatchObject({ standing: 'sent', status: 'sent', endedAt: null })
    service.account.deliver(signing)
    expect(await remote.read(signing)).toMatchObject({ standing: 'opened', openedAt: now })
    service.account.complete(signing)
    expect(await remote.read(signing)).toMatchObject({ standing: 'completed', endedAt: now, reason: null })
    const declining = await send('b')
    service.account.decline(declining, 'Not my name')
    expect(await remote.read(declining)).toMatchObject({ standing: 'declined', reason: 'Not my name' })
    const late = await send('c')
    service.account.expire(late)
    expect(await remote.read(late)).toMatchObject({ standing: 'expired', status: 'voided' })
    const wrong = await send('d')
    await remote.withdraw(wrong, 'Wrong address')
    expect(await remote.read(wrong)).toMatchObject({ standing: 'voided', reason: 'Wrong address' })
    expect(await remote.statuses([signing, late, 'unknown'])).toEqual(
      new Map([
        [signing, 'completed'],
        [late, 'voided'],
      ]),
    )
    expect(await remote.read('7a1a0a3e-0000-4000-8000-000000000000')).toBeNull()
  })

  test('is collected when it is signed: the document, and the certificate of completion', async () => {
    const provider = service.provider()
    const { envelopeId } = await provider.send(order())
    service.account.complete(envelopeId ?? '')
    const { content, certificate } = await remoteOf(provider).collect(envelopeId ?? '')
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(certificate.toString()).toContain(`certificate of ${envelopeId}`)
  })

  test('is asked for again, or opened on a page of ours where it was made for one', async () => {
    const provider = service.provider()
    const remote = remoteOf(provider)
    const { envelopeId } = await provider.send(order())
    await remote.remind(envelopeId ?? '')
    expect(service.account.envelopes.get(envelopeId ?? '')?.resent).toBe(1)
    const visit = { idempotencyKey: 'b', signer: order().signer, returnUrl: 'https://clinic.test/signed' }
    const embedded = await provider.send(order({ idempotencyKey: 'b', isEmbedded: true }))
    expect(await remote.signingUrl(embedded.envelopeId ?? '', visit)).toMatch(/\/Signing\/MTRedeem\/v1\//)
    const longName = { ...order().signer, name: 'Maximiliane '.repeat(12) }
    const long = await provider.send(order({ idempotencyKey: 'c', isEmbedded: true, signer: longName }))
    const longVisit = { ...visit, idempotencyKey: 'c', signer: longName }
    expect(await remote.signingUrl(long.envelopeId ?? '', longVisit)).toMatch(/\/Signing\/MTRedeem\/v1\//)
    const mailed = await troubles(remote.signingUrl(envelopeId ?? '', visit))
    expect(mailed).toMatchObject({
      transient: false,
      message: expect.stringContaining('UNKNOWN_ENVELOPE_RECIPIENT'),
    })
  })
})

describe('the way in', () => {
  test('is one token for many calls, renewed before its end and when it was taken back', async () => {
    const provider = service.provider()
    await Promise.all(['a', 'b', 'c'].map((idempotencyKey) => provider.send(order({ idempotencyKey }))))
    expect(service.tokens.issued).toBe(1)
    now = new Date(now.getTime() + 56 * 60_000)
    await provider.find('a', since)
    expect(service.tokens.issued).toBe(2)
    service.tokens.revoke()
    await provider.find('a', since)
    expect(service.tokens.issued).toBe(3)
  })

  test('tells an administrator what is wrong with it', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const foreign = other.export({ type: 'pkcs8', format: 'pem' }).toString()
    const id = '11111111-2222-4333-8444-555555555555'
    const said = async (given: object) => (await troubles(remoteOf(service.provider(given)).test())).message
    expect(await said({ privateKey: foreign })).toContain('DOCUSIGN_PRIVATE_KEY does not belong')
    expect(await said({ integrationKey: id })).toContain('DOCUSIGN_INTEGRATION_KEY')
    expect(await said({ userId: id })).toContain('DOCUSIGN_USER_ID')
    expect(await said({ accountId: id })).toContain('DOCUSIGN_ACCOUNT_ID')
    service.tokens.application.isAllowed = false
    expect(await said({})).toMatch(
      /Open this address once.*\/oauth\/auth\?response_type=code&scope=signature%20impersonation/,
    )
    service.tokens.application.isAllowed = true
    expect(await remoteOf().test()).toMatch(/^DocuSign answered for the account Harbor Street Clinic \(127/)
  })
})

describe('trouble', () => {
  const onCalls = (fault: ReturnType<typeof service.spoil>) => {
    service.spoil = ({ path }) => (path.includes('/envelopes') ? fault : undefined)
  }
  const sending = () => troubles(service.provider().send(order()))

  test('that passes by itself says so, and when to come back', async () => {
    for (const status of [400, 429] as const) {
      onCalls(tooManyCalls(status, new Date('2026-01-05T15:20:00Z')))
      expect(await sending()).toMatchObject({ transient: true, retryAfterSeconds: 1200 })
    }
    onCalls({ status: 503, headers: { 'Retry-After': '30' } })
    expect(await sending()).toMatchObject({ transient: true, retryAfterSeconds: 30 })
    onCalls({ status: 500, json: { errorCode: 'UNSPECIFIED_ERROR', message: 'Object reference not set' } })
    expect(await sending()).toMatchObject({
      transient: true,
      message: 'DocuSign is not working at the moment (500)',
    })
    onCalls('cut before')
    expect(await sending()).toMatchObject({ transient: true, message: 'DocuSign could not be reached' })
  })

  test('that will not pass names what DocuSign said', async () => {
    const refusal = await troubles(
      service.provider().send(order({ signer: { name: 'Maren', email: 'no address' } })),
    )
    expect(refusal).toMatchObject({
      transient: false,
      message: expect.stringContaining('INVALID_EMAIL_ADDRESS_FOR_RECIPIENT'),
    })
  })

  test('after the work was done leaves an envelope that is found by its key', async () => {
    service.spoil = ({ method, path }) =>
      method === 'POST' && path.endsWith('/envelopes') ? 'cut after' : undefined
    expect(await sending()).toMatchObject({ transient: true })
    expect(await service.provider().find(order().idempotencyKey, since)).not.toBeNull()
  })
})

describe('a message of Connect', () => {
  test('is heard with any of the active keys, and says nothing of the patient', async () => {
    const { envelopeId } = await service.provider().send(order())
    const { body, headers } = service.message(envelopeId ?? '', 'envelope-sent')
    const signatures = Object.entries(headers)
      .filter(([name]) => name.startsWith('X-DocuSign-Signature'))
      .map(([, value]) => value)
    const heard = { event: 'envelope-sent', envelopeId, occurredAt: now }
    expect(signatures).toHaveLength(2)
    for (const signature of signatures) expect(remoteOf().notice(body, [signature])).toEqual(heard)
    const rotated = remoteOf(
      service.provider({ connectKeys: ['a-new-connect-key-000', service.keys[1] ?? ''] }),
    )
    expect(rotated.notice(body, signatures)).toEqual(heard)
  })

  test('is not heard with another key, no signature, or one byte changed', () => {
    const { body, headers } = service.message('id', 'envelope-sent')
    const signature = headers['X-DocuSign-Signature-1'] ?? ''
    const changed = Buffer.from(body)
    changed[5] = (changed[5] ?? 0) ^ 1
    const { notice } = remoteOf()
    expect(notice(changed, [signature])).toBeNull()
    expect(notice(body, [])).toBeNull()
    expect(notice(body, ['', 'AAAA', signature.slice(1)])).toBeNull()
    const hex = createHmac('sha256', service.keys[0] ?? '')
      .update(body)
      .digest('hex')
    expect(notice(body, [hex])).toBeNull()
  })

  test('in another format than JSON SIM says how to set Connect up', () => {
    const xml = signed(Buffer.from('<DocuSignEnvelopeInformation/>'), service.keys)
    expect(() => remoteOf().notice(xml.body, [xml.headers['X-DocuSign-Signature-1'] ?? ''])).toThrow(
      'JSON SIM',
    )
  })
})
