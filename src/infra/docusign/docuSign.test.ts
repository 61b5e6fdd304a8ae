import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signingProblemOf } from '#domain/consent/signingProblem.ts'
import { signed } from '#tests/support/docusign/connect.ts'
import { type ContractServer, openDocuSign, tooManyCalls } from '#tests/support/docusign/server.ts'
import { pdfText } from '#tests/support/pdfText.ts'
import { renderOriginal } from '../signing/originalForm.ts'
import type { EnvelopeOrder } from '../signing/provider.ts'

let now: Date
let service: ContractServer
beforeEach(async () => {
  now = new Date('2026-01-05T15:00:00Z')
  service = await openDocuSign(() => now)
})
afterEach(() => service.close())

const order = (overrides: Partial<EnvelopeOrder> = {}): EnvelopeOrder => ({
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
  ...overrides,
})
const since = new Date('2026-01-05T15:00:00Z')
const remoteOf = (provider = service.provider()) => {
  if (!provider.remote) throw new Error('DocuSign keeps envelopes elsewhere')
  return provider.remote
}
const troubles = async (work: Promise<unknown>) =>
  signingProblemOf(
    await work.then(
      () => new Error('nothing went wrong'),
      (error: unknown) => error,
    ),
  )

describe('an envelope', () => {
  test('is sent with our PDF, its signature fields, and no patient data in the e-mail text', async () => {
    const sent = await service.provider().send(order())
    const [envelope] = service.account.envelopes.values()
    expect(sent).toEqual({ envelopeId: envelope?.envelopeId, linkHash: null })
    expect(envelope).toMatchObject({
      emailSubject: 'Harbor Street Clinic: please read and sign a form',
      notification: { expirations: { expireEnabled: 'true', expireAfter: '30' } },
      recipients: { signers: [{ name: 'Maren Lindqvist', email: 'maren@example.test' }] },
    })
    expect(envelope?.recipients.signers[0]).not.toHaveProperty('clientUserId')
    expect(`${envelope?.emailSubject} ${envelope?.emailBlurb}`).not.toContain('Maren')
    expect(await pdfText(envelope?.document ?? Buffer.of())).toContain('Authorization for release')
  })

  test('is in the language of the form, like DocuSign’s own pages for it', async () => {
    await service
      .provider()
      .send(order({ document: { title: 'Autorización', version: '1', blocks: [], language: 'es' } }))
    const [envelope] = service.account.envelopes.values()
    expect(envelope).toMatchObject({
      emailSubject: 'Harbor Street Clinic: por favor, lea y firme un formulario',
      documents: [{ name: 'Formulario de consentimiento' }],
      recipients: {
        signers: [
          {
            emailNotification: {
              emailSubject: 'Harbor Street Clinic: por favor, lea y firme un formulario',
              emailBody: expect.stringMatching(/^Harbor Street Clinic tiene un formulario para que usted/),
              supportedLanguage: 'es',
            },
            tabs: { textTabs: [{ name: expect.stringMatching(/^Si usted no es/) }] },
          },
        ],
      },
    })
  })

  test('is found by its key, even after the transaction expires, and not if it never arrived', async () => {
    const provider = service.provider()
    expect(await provider.find(order().idempotencyKey, since)).toBeNull()
    const sent = await provider.send(order())
    expect(await provider.find(order().idempotencyKey, since)).toEqual(sent)
    for (const one of service.account.envelopes.values()) one.transactionId = 'forgotten after seven days'
    expect(await provider.find(order().idempotencyKey, since)).toEqual(sent)
    expect(await provider.find('another-key', since)).toBeNull()
  })

  test('has its state mapped to ours, to the end', async () => {
    const provider = service.provider()
    const remote = remoteOf(provider)
    const send = async (idempotencyKey: string) =>
      (await provider.send(order({ idempotencyKey }))).envelopeId ?? ''
    const signing = await send('a')
    expect(await remote.read(signing)).toMatchObject({ phase: 'sent', status: 'sent', endedAt: null })
    service.account.deliver(signing)
    expect(await remote.read(signing)).toMatchObject({ phase: 'opened', openedAt: now })
    service.account.complete(signing)
    expect(await remote.read(signing)).toMatchObject({ phase: 'completed', endedAt: now, reason: null })
    const declining = await send('b')
    service.account.decline(declining, 'Not my name')
    expect(await remote.read(declining)).toMatchObject({ phase: 'declined', reason: 'Not my name' })
    const late = await send('c')
    service.account.expire(late)
    expect(await remote.read(late)).toMatchObject({ phase: 'expired', status: 'voided' })
    const wrong = await send('d')
    await remote.withdraw(wrong, 'Wrong address')
    expect(await remote.read(wrong)).toMatchObject({ phase: 'voided', reason: 'Wrong address' })
    expect(await remote.statuses([signing, late, 'unknown'])).toEqual(
      new Map([
        [signing, 'completed'],
        [late, 'voided'],
      ]),
    )
    expect(await remote.read('7a1a0a3e-0000-4000-8000-000000000000')).toBeNull()
  })

  test('is downloaded when signed, with the certificate of completion', async () => {
    const provider = service.provider()
    const { envelopeId } = await provider.send(order())
    service.account.complete(envelopeId ?? '')
    const { content, certificate } = await remoteOf(provider).collect(envelopeId ?? '')
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(certificate.toString()).toContain(`certificate of ${envelopeId}`)
  })

  test('can be reminded, or opened on our page if it is embedded', async () => {
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

describe('the sign-in', () => {
  test('shares one token among many calls and renews it before expiry or after revocation', async () => {
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

  test('reports to an administrator what is wrong', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const foreign = other.export({ type: 'pkcs8', format: 'pem' }).toString()
    const id = '11111111-2222-4333-8444-555555555555'
    const messageWith = async (overrides: object) =>
      (await troubles(remoteOf(service.provider(overrides)).test()))?.message
    expect(await messageWith({ privateKey: foreign })).toContain('DOCUSIGN_PRIVATE_KEY does not belong')
    expect(await messageWith({ integrationKey: id })).toContain('DOCUSIGN_INTEGRATION_KEY')
    expect(await messageWith({ userId: id })).toContain('DOCUSIGN_USER_ID')
    expect(await messageWith({ accountId: id })).toContain('DOCUSIGN_ACCOUNT_ID')
    service.tokens.application.isAllowed = false
    expect(await messageWith({})).toMatch(
      /Open this address once.*\/oauth\/auth\?response_type=code&scope=signature%20impersonation/,
    )
    service.tokens.application.isAllowed = true
    expect(await remoteOf().test()).toMatch(/^DocuSign answered for the account Harbor Street Clinic \(127/)
  })
})

describe('a failure', () => {
  const onCalls = (fault: ReturnType<typeof service.spoil>) => {
    service.spoil = ({ path }) => (path.includes('/envelopes') ? fault : undefined)
  }
  const sending = () => troubles(service.provider().send(order()))

  test('that is temporary says so and when to retry', async () => {
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

  test('that is permanent includes DocuSign’s message', async () => {
    const refusal = await troubles(
      service.provider().send(order({ signer: { name: 'Maren', email: 'no address' } })),
    )
    expect(refusal).toMatchObject({
      transient: false,
      message: expect.stringContaining('INVALID_EMAIL_ADDRESS_FOR_RECIPIENT'),
    })
  })

  test('after the envelope was created leaves one that is found by its key', async () => {
    service.spoil = ({ method, path }) =>
      method === 'POST' && path.endsWith('/envelopes') ? 'cut after' : undefined
    expect(await sending()).toMatchObject({ transient: true })
    expect(await service.provider().find(order().idempotencyKey, since)).not.toBeNull()
  })
})

describe('a Connect message', () => {
  test('is accepted with any active key, and its notice has no patient data', async () => {
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

  test('is rejected with another key, no signature or one changed byte', () => {
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

  test('in a format other than JSON SIM is rejected with instructions', () => {
    const xml = signed(Buffer.from('<DocuSignEnvelopeInformation/>'), service.keys)
    expect(() => remoteOf().notice(xml.body, [xml.headers['X-DocuSign-Signature-1'] ?? ''])).toThrow(
      'JSON SIM',
    )
  })
})
