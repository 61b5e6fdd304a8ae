import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import type { RequestContext } from '../context.ts'
import { agreeElectronically } from './agreeElectronically.ts'
import { askForPaperCopy } from './askForPaperCopy.ts'
import { confirmIdentity } from './confirmIdentity.ts'
import { declineConsent } from './declineConsent.ts'
import { identityCode } from './derivedSecrets.ts'
import { downloadSignedCopy, readSignedCopyState } from './downloadSignedCopy.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { readRequestOutcome } from './readRequestOutcome.ts'
import { readSigningProgress } from './readSigningProgress.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { sendIdentityCode } from './sendIdentityCode.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'

const dead = { code: 'not_found', message: expect.stringMatching(/^This link is no longer valid/) }
const born = '1980-03-14'
const MINUTE = 60_000

/** A clinic with mail set up; tests send no mail. */
const withMail = <Ctx extends RequestContext>(ctx: Ctx): Ctx => ({
  ...ctx,
  mailer: { send: async () => undefined, test: async () => undefined },
})

async function setUpRequest(
  clinic: TestClinic,
  identityCheck: 'none' | 'date_of_birth' | 'email_code' = 'date_of_birth',
) {
  const user = await clinic.user()
  const staff = withMail(clinic.as(user))
  const patient = await clinic.patient({ createdById: user.id, dateOfBirth: new Date(born) })
  await sendConsent(staff, { patientId: patient.id, identityCheck })
  const secret = (await showSigningLink(staff, { patientId: patient.id })).path.replace('/sign/', '')
  return {
    staff,
    patient,
    secret,
    request: () => clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: patient.id } }),
    say: (dateOfBirth: string) => confirmIdentity(clinic.anonymous(), { secret, dateOfBirth }),
  }
}

describe('the identity check', () => {
  test('comes before the document, and its answer counts in that browser for an hour', async ({ clinic }) => {
    const { secret, say, request } = await setUpRequest(clinic)
    const anybody = clinic.anonymous()
    expect(await readSigningProgress(anybody, { secret })).toMatchObject({ step: 'identity', openedAt: null })
    const closed = { code: 'forbidden', message: 'Confirm who you are first' }
    await expect(readConsentRequest(anybody, { secret })).rejects.toMatchObject(closed)
    await expect(
      agreeElectronically(anybody, { secret, agreesToSignElectronically: true }),
    ).rejects.toMatchObject(closed)
    await expect(signConsent(anybody, { secret, signerName: 'Maren Lindqvist' })).rejects.toMatchObject(
      closed,
    )
    expect((await request()).openedAt).toBeNull()

    const { pass } = await say(born)
    expect(await readSigningProgress(anybody, { secret, pass })).toMatchObject({ step: 'notice' })
    expect(await readSigningProgress(anybody, { secret, pass: 'another' })).toMatchObject({
      step: 'identity',
    })
    expect(JSON.stringify(await request())).not.toContain(pass)
    clinic.now = new Date(clinic.now.getTime() + 61 * MINUTE)
    expect(await readSigningProgress(clinic.anonymous(), { secret, pass })).toMatchObject({
      step: 'identity',
    })
  })

  test('allows nine wrong answers; the tenth voids the request and alerts the clinic', async ({ clinic }) => {
    const { say, secret, patient, request } = await setUpRequest(clinic)
    const wrong = await Promise.allSettled(Array.from({ length: 12 }, () => say('1980-03-15')))
    const codes = wrong.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(9)
    expect(codes.filter((code) => code === 'not_found')).toHaveLength(3)
    await expect(say(born)).rejects.toMatchObject(dead)
    await expect(readSigningProgress(clinic.anonymous(), { secret })).rejects.toMatchObject(dead)
    expect(await request()).toMatchObject({ state: 'voided', identityAttempts: 10 })
    const acts = (await clinic.auditOf(patient)).map(({ action }) => action)
    expect(acts.filter((action) => action === 'denied')).toHaveLength(10)
    expect(acts).toContain('locked')
    const alert = await clinic.db.alert.findFirstOrThrow({ where: { type: 'consent_voided' } })
    expect(alert.message).toContain('Too many wrong answers')
  })

  test('does not count an empty answer as wrong', async ({ clinic }) => {
    const { say, request } = await setUpRequest(clinic)
    await expect(say('')).rejects.toMatchObject({ fields: { dateOfBirth: expect.stringContaining('Enter') } })
    await expect(say('1980-02-30')).rejects.toMatchObject({ code: 'invalid' })
    expect((await request()).identityAttempts).toBe(0)
  })

  test('can be an e-mailed code: six digits, hashed, valid for ten minutes, usable once', async ({
    clinic,
  }) => {
    const { secret, request } = await setUpRequest(clinic, 'email_code')
    await sendIdentityCode(withMail(clinic.anonymous()), { secret })
    const sent = await request()
    const code = identityCode(clinic.instances, sent) ?? ''
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(sent)).not.toContain(code)
    expect(await clinic.db.mailMessage.count({ where: { kind: 'identity_code' } })).toBe(1)
    await expect(sendIdentityCode(withMail(clinic.anonymous()), { secret })).rejects.toMatchObject({
      code: 'rate_limited',
    })
    const other = code === '000000' ? '000001' : '000000'
    await expect(confirmIdentity(clinic.anonymous(), { secret, code: other })).rejects.toMatchObject({
      fields: { code: expect.stringContaining('9 more tries') },
    })
    expect(await confirmIdentity(clinic.anonymous(), { secret, code })).toHaveProperty('pass')
    await expect(confirmIdentity(clinic.anonymous(), { secret, code })).rejects.toMatchObject({
      fields: { code: 'This code has expired. Ask for a new one.' },
    })
    clinic.now = new Date(clinic.now.getTime() + 2 * MINUTE)
    await sendIdentityCode(withMail(clinic.anonymous()), { secret })
    const again = identityCode(clinic.instances, await request()) ?? ''
    clinic.now = new Date(clinic.now.getTime() + 11 * MINUTE)
    await expect(confirmIdentity(clinic.anonymous(), { secret, code: again })).rejects.toMatchObject({
      fields: { code: 'This code has expired. Ask for a new one.' },
    })
  })

  test('is refused when the patient could not answer it', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient()
    for (const identityCheck of ['date_of_birth', 'email_code'] as const)
      await expect(sendConsent(staff, { patientId, identityCheck })).rejects.toMatchObject({
        fields: { identityCheck: expect.any(String) },
      })
    await sendConsent(staff, { patientId })
    expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({ identityCheck: 'none' })
  })
})

describe('behind the link', () => {
  test('the notice is agreed to once, with version and time, and asking for paper withdraws it', async ({
    clinic,
  }) => {
    const { secret, request, patient } = await setUpRequest(clinic, 'none')
    const anybody = clinic.anonymous()
    await agreeElectronically(anybody, { secret, agreesToSignElectronically: true })
    expect(await request()).toMatchObject({
      disclosureAgreedAt: clinic.now,
      disclosureVersion: 'esign-2026-11-2',
    })
    await readConsentRequest(anybody, { secret })
    await askForPaperCopy(anybody, { secret })
    await askForPaperCopy(anybody, { secret })
    expect(await request()).toMatchObject({
      state: 'sent',
      paperRequestedAt: clinic.now,
      disclosureAgreedAt: null,
      nextReminderAt: null,
    })
    expect(
      await clinic.db.alert.count({ where: { type: 'paper_copy_requested', patientId: patient.id } }),
    ).toBe(1)
    await expect(signConsent(anybody, { secret, signerName: 'Maren Lindqvist' })).rejects.toMatchObject({
      fields: { agreesToSignElectronically: expect.any(String) },
    })
    await agreeElectronically(anybody, { secret, agreesToSignElectronically: true })
    expect(await signConsent(anybody, { secret, signerName: 'Maren Lindqvist' })).toHaveProperty('sha256')
  })

  test('declining needs no reason', async ({ clinic }) => {
    const { secret, request } = await setUpRequest(clinic, 'none')
    await declineConsent(clinic.anonymous(), { secret, reason: ' ' })
    expect(await request()).toMatchObject({ state: 'declined', closeReason: 'No reason given' })
  })

  test('declining closes the link, keeps the reason and returns the patient', async ({ clinic }) => {
    const { secret, request, patient } = await setUpRequest(clinic, 'none')
    const anybody = clinic.anonymous()
    await declineConsent(anybody, { secret, reason: 'I have another lawyer' })
    expect(await request()).toMatchObject({ state: 'declined', closeReason: 'I have another lawyer' })
    expect((await clinic.auditOf(patient)).at(-1)).toMatchObject({ action: 'consent_declined', userId: null })
    await expect(declineConsent(anybody, { secret, reason: 'again' })).rejects.toMatchObject(dead)
  })

  test('a signed-in user cannot read or sign for the patient, and each attempt is audited as denied', async ({
    clinic,
  }) => {
    const { secret, staff } = await setUpRequest(clinic, 'none')
    await readConsentRequest(clinic.anonymous(), { secret })
    const refused = { code: 'forbidden', message: expect.stringContaining('Only the patient') }
    await expect(readConsentRequest(staff, { secret })).rejects.toMatchObject(refused)
    const signature = { secret, signerName: 'Maren Lindqvist', agreesToSignElectronically: true } as const
    await expect(signConsent(staff, signature)).rejects.toMatchObject(refused)
    await expect(declineConsent(staff, { secret, reason: 'For her' })).rejects.toMatchObject(refused)
    // Only the server's time counts: a signature cannot be backdated.
    const backdated = { ...signature, signedAt: '2025-01-01T00:00:00Z' }
    await expect(signConsent(clinic.anonymous(), backdated)).rejects.toMatchObject({ code: 'invalid' })
    expect(await clinic.db.signedConsentForm.count()).toBe(0)
  })

  test('a blank drawn signature is refused, and a real one is stored as drawn', async ({ clinic }) => {
    const { secret, request } = await setUpRequest(clinic, 'none')
    await readConsentRequest(clinic.anonymous(), { secret })
    const signature = { secret, signerName: 'Maren Lindqvist', agreesToSignElectronically: true } as const
    await expect(signConsent(clinic.anonymous(), { ...signature, drawing: [] })).rejects.toMatchObject({
      fields: { drawing: 'Draw your signature in the box, or type it instead' },
    })
    await signConsent(clinic.anonymous(), { ...signature, drawing: [[100, 200, 180, 90, 300, 210, 600, 60]] })
    expect(await request()).toMatchObject({ state: 'signed', signatureKind: 'drawn' })
  })
})

describe('the copy', () => {
  const signed = async (clinic: TestClinic) => {
    const { secret, patient, request } = await setUpRequest(clinic, 'none')
    await readConsentRequest(clinic.anonymous(), { secret })
    const signature = { secret, signerName: 'Maren Lindqvist', agreesToSignElectronically: true } as const
    const receipt = await signConsent(withMail(clinic.anonymous()), signature)
    return { receipt, patient, request, copy: receipt.copyPath?.replace('/sign/copy/', '') ?? '' }
  }

  test('opens by its own secret: at once in the signing browser, elsewhere by date of birth', async ({
    clinic,
  }) => {
    const { receipt, copy, patient, request } = await signed(clinic)
    const anybody = clinic.anonymous()
    expect(JSON.stringify(await request())).not.toContain(copy)
    expect(await downloadSignedCopy(anybody, { secret: copy, pass: receipt.pass })).toMatchObject({
      sha256: receipt.sha256,
    })
    expect(await readSignedCopyState(anybody, { secret: copy })).toMatchObject({
      asksDateOfBirth: true,
      signedAt: null,
      sha256: null,
    })
    await expect(downloadSignedCopy(anybody, { secret: copy })).rejects.toMatchObject({ code: 'invalid' })
    expect(await downloadSignedCopy(anybody, { secret: copy, dateOfBirth: born })).toHaveProperty('content')
    expect((await clinic.auditOf(patient)).at(-1)).toMatchObject({ action: 'downloaded', userId: null })
    expect(await clinic.db.mailMessage.count({ where: { kind: 'consent_copy' } })).toBe(1)
  })

  test('locks after ten wrong dates and expires after 30 days', async ({ clinic }) => {
    const { copy } = await signed(clinic)
    const guess = (dateOfBirth: string) =>
      downloadSignedCopy(clinic.anonymous(), { secret: copy, dateOfBirth })
    for (let tries = 1; tries < 10; tries += 1)
      await expect(guess('1980-03-15')).rejects.toMatchObject({ code: 'invalid' })
    await expect(guess('1980-03-15')).rejects.toMatchObject(dead)
    await expect(guess(born)).rejects.toMatchObject(dead)

    const other = await signed(clinic)
    clinic.now = new Date(clinic.now.getTime() + 30 * 24 * 60 * MINUTE)
    await expect(readSignedCopyState(clinic.anonymous(), { secret: other.copy })).rejects.toMatchObject(dead)
  })
})

describe('a link that has ended', () => {
  const ask = (clinic: TestClinic, secret: string, dateOfBirth = born) =>
    readRequestOutcome(clinic.anonymous(), { secret, dateOfBirth })

  test.for([
    ['declined', { state: 'declined' }],
    ['expired', { state: 'expired' }],
    ['withdrawn', { state: 'voided' }],
    ['locked', { state: 'voided', identityAttempts: 10 }],
  ] as const)(
    'tells the holder with the right birth date that it was %s, audited',
    async ([ending, data], { clinic }) => {
      const { secret, patient } = await setUpRequest(clinic)
      await expect(ask(clinic, secret), 'while it is open').rejects.toMatchObject(dead)
      await clinic.db.consentRequest.updateMany({ data: { ...data, closedAt: clinic.now } })
      expect(await ask(clinic, secret)).toEqual({ ending, endedAt: clinic.now, copyPath: null })
      expect((await clinic.auditOf(patient)).at(-1)).toMatchObject({ action: 'viewed', userId: null })
    },
  )

  test('tells that it was replaced, or signed with the way to the copy, or rejected', async ({ clinic }) => {
    const first = await setUpRequest(clinic)
    await resendConsent(first.staff, { patientId: first.patient.id })
    expect(await ask(clinic, first.secret)).toMatchObject({ ending: 'replaced' })
    const second = await setUpRequest(clinic, 'none')
    await readConsentRequest(clinic.anonymous(), { secret: second.secret })
    const signature = { signerName: 'Maren Lindqvist', agreesToSignElectronically: true } as const
    const { copyPath } = await signConsent(clinic.anonymous(), { secret: second.secret, ...signature })
    expect(await ask(clinic, second.secret)).toMatchObject({ ending: 'signed', copyPath })
    await clinic.db.consentRequest.updateMany({
      where: { state: 'signed' },
      data: {
        ...{ reviewState: 'rejected', reviewReasons: ['name_differs'] },
        ...{ reviewedAt: clinic.now, reviewNote: 'Another person signed' },
      },
    })
    expect(await ask(clinic, second.secret)).toMatchObject({ ending: 'rejected', copyPath: null })
  })

  test('gives no way to the copy for a birth date alone if the form needed a code by e-mail', async ({
    clinic,
  }) => {
    const { secret, request } = await setUpRequest(clinic, 'email_code')
    await sendIdentityCode(withMail(clinic.anonymous()), { secret })
    const code = identityCode(clinic.instances, await request()) ?? ''
    const { pass } = await confirmIdentity(clinic.anonymous(), { secret, code })
    await readConsentRequest(clinic.anonymous(), { secret, pass })
    const signature = {
      secret,
      pass,
      signerName: 'Maren Lindqvist',
      agreesToSignElectronically: true,
    } as const
    await signConsent(clinic.anonymous(), signature)
    expect(await ask(clinic, secret)).toMatchObject({ ending: 'signed', copyPath: null })
  })

  test('gives a stranger one answer: for a wrong date, for an unknown link and after five tries', async ({
    clinic,
  }) => {
    const { secret, staff, patient, request } = await setUpRequest(clinic)
    await clinic.db.consentRequest.updateMany({ data: { state: 'expired', closedAt: clinic.now } })
    await expect(ask(clinic, 'made-up')).rejects.toMatchObject(dead)
    await expect(
      readRequestOutcome(staff, { secret, dateOfBirth: born }),
      'a signed-in user',
    ).rejects.toMatchObject({ code: 'forbidden' })
    for (let tries = 0; tries < 5; tries += 1)
      await expect(ask(clinic, secret, '1980-03-15')).rejects.toMatchObject(dead)
    await expect(ask(clinic, secret)).rejects.toMatchObject(dead)
    expect(await request()).toMatchObject({ statusAttempts: 5 })
    const denied = (await clinic.auditOf(patient)).filter(({ action }) => action === 'denied')
    expect(denied).toHaveLength(5)
  })
})

test('an e-mailed code may be typed with spaces', async ({ clinic }) => {
  const { secret, request } = await setUpRequest(clinic, 'email_code')
  await sendIdentityCode(withMail(clinic.anonymous()), { secret })
  const code = identityCode(clinic.instances, await request()) ?? ''
  const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `
  expect(await confirmIdentity(clinic.anonymous(), { secret, code: spaced })).toHaveProperty('pass')
})
