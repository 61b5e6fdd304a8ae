import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import { SCANNED_FORM_MAX } from '#domain/consent/formCheck.ts'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { exifBody, jpegWith, placeMark } from '#tests/support/craftedFiles.ts'
import { inPieces, sample } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { receiveFile } from '../records/receiveFile.ts'
import { startSession } from '../sessions/startSession.ts'
import { checkSignedForm } from './checkSignedForm.ts'
import { downloadConsentForm } from './downloadConsentForm.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { readSigningProgress } from './readSigningProgress.ts'
import { recordPaperConsent } from './recordPaperConsent.ts'
import { revokeConsent } from './revokeConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'
import { signHere } from './signHere.ts'

const dead = { code: 'not_found', message: expect.stringMatching(/^This link is no longer valid/) }

describe('signing on a device of the clinic', () => {
  test('ends the session of the staff member and opens on that device only', async ({ clinic }) => {
    const user = await clinic.user()
    const sid = await startSession(clinic.anonymous(), user.id)
    const patient = await clinic.patient()
    await sendConsent(clinic.as(user), { patientId: patient.id })
    const sent = (await showSigningLink(clinic.as(user), { patientId: patient.id })).path.replace(
      '/sign/',
      '',
    )
    const { path, pass } = await signHere({ ...clinic.as(user), sid }, { patientId: patient.id })
    expect(await clinic.db.session.count({ where: { sid } })).toBe(0)
    const secret = path.replace('/sign/', '')
    const anybody = clinic.anonymous()
    await expect(readSigningProgress(anybody, { secret: sent })).rejects.toMatchObject(dead)
    await expect(readSigningProgress(anybody, { secret })).rejects.toMatchObject(dead)
    await expect(readSigningProgress(anybody, { secret, pass: 'x' })).rejects.toMatchObject(dead)
    await readConsentRequest(anybody, { secret, pass })
    await signConsent(anybody, {
      secret,
      pass,
      signerName: 'Maren Lindqvist',
      agreesToSignElectronically: true,
    })
    expect(await clinic.db.consentRequest.findFirstOrThrow({ where: { state: 'signed' } })).toMatchObject({
      channel: 'in_person',
      recordedById: user.id,
      provider: 'built_in',
    })
    const acts = (await clinic.auditOf(patient)).map(({ action }) => action)
    expect(acts).toEqual(
      expect.arrayContaining(['consent_sent', 'consent_voided', 'viewed', 'consent_signed']),
    )
  })

  test('expires after half a day and is refused for an API key or a signed patient', async ({ clinic }) => {
    const user = await clinic.user()
    const { id: patientId } = await clinic.patient()
    const key = { id: 'key', scopes: scopesOfFormer.write }
    const byKey = { ...clinic.as(user), actor: { ...clinic.as(user).actor, key } }
    await expect(signHere(byKey, { patientId })).rejects.toMatchObject({ code: 'forbidden' })
    const { path, pass } = await signHere(clinic.as(user), { patientId })
    const secret = path.replace('/sign/', '')
    clinic.now = new Date(clinic.now.getTime() + 12 * 3_600_000)
    await expect(readSigningProgress(clinic.anonymous(), { secret, pass })).rejects.toMatchObject(dead)
    const signed = await clinic.patient({ status: 'consent_signed' })
    await expect(signHere(clinic.as(user), { patientId: signed.id })).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

describe('a form on paper', () => {
  const scan = async (clinic: TestClinic) =>
    receiveFile(clinic.anonymous(), { fileName: 'consent.pdf', content: inPieces(sample('rotation.pdf')) })
  const paper = { signedOn: '2026-01-02', witnessName: 'Wes Witness' }

  test('is stored byte for byte with its date and witness, and closes the link that was sent', async ({
    clinic,
  }) => {
    const user = await clinic.user()
    const staff = clinic.as(user)
    const patient = await clinic.patient()
    await sendConsent(staff, { patientId: patient.id })
    const secret = (await showSigningLink(staff, { patientId: patient.id })).path.replace('/sign/', '')
    const signed = await recordPaperConsent(staff, {
      patientId: patient.id,
      file: await scan(clinic),
      ...paper,
    })
    expect(signed).toMatchObject({
      status: 'consent_signed',
      consentSignedAt: new Date('2026-01-02T17:00:00Z'),
    })
    const { read, content } = await downloadConsentForm(staff, { patientId: patient.id })
    expect(content).toBe(null)
    expect(Buffer.concat(await Array.fromAsync(read()))).toEqual(sample('rotation.pdf'))
    expect(await clinic.db.consentRequest.findFirstOrThrow({ where: { channel: 'paper' } })).toMatchObject({
      state: 'signed',
      signatureKind: 'wet',
      witnessName: 'Wes Witness',
      signedOn: new Date('2026-01-02'),
      recordedById: user.id,
    })
    await expect(readSigningProgress(clinic.anonymous(), { secret })).rejects.toMatchObject(dead)
  })

  test('adds the missing form after a manual status change without changing the status', async ({
    clinic,
  }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const { id: patientId } = await clinic.patient()
    await overridePatientStatus(admin, { patientId, status: 'schedulable' })
    const signed = await recordPaperConsent(admin, { patientId, file: await scan(clinic), ...paper })
    expect(signed).toMatchObject({ status: 'schedulable', consentIsManual: false })
    expect(signed.consentFormUrl).toContain(patientId)
    await expect(
      recordPaperConsent(admin, { patientId, file: await scan(clinic), ...paper }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'A signed form for this patient is already on file',
    })
  })

  test('cannot be dated tomorrow or before the birth, and cannot be an editable text file', async ({
    clinic,
  }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient({ dateOfBirth: new Date('1980-03-14') })
    const record = async (values: Partial<typeof paper>, file = scan(clinic)) =>
      recordPaperConsent(staff, { patientId, file: await file, ...paper, ...values })
    await expect(record({ signedOn: '2026-01-06' })).rejects.toMatchObject({
      fields: { signedOn: 'The form cannot have been signed in the future' },
    })
    await expect(record({ signedOn: '1980-03-13' })).rejects.toMatchObject({
      fields: { signedOn: 'The form cannot have been signed before the patient was born' },
    })
    await expect(record({ witnessName: ' ' })).rejects.toMatchObject({ code: 'invalid' })
    const word = scan(clinic).then((file) => ({ ...file, mimeType: 'application/msword' }))
    await expect(record({}, word)).rejects.toMatchObject({ code: 'unsupported' })
    expect(await record({ signedOn: '2026-01-05' })).toMatchObject({ consentSignedAt: clinic.now })
  })

  test('is stored without the photo’s location and still recognized as ours', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient()
    const photo = inPieces(jpegWith([0xe1, exifBody()]))
    const file = await receiveFile(clinic.anonymous(), { fileName: 'consent.jpg', content: photo })
    await recordPaperConsent(staff, { patientId, file, ...paper })
    const { read, sha256 } = await downloadConsentForm(staff, { patientId })
    const content = Buffer.concat(await Array.fromAsync(read()))
    expect(content.includes(placeMark)).toBe(false)
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(await checkSignedForm(clinic.anonymous(), { sha256 })).toMatchObject({ isOurs: true })
  })

  test('uses the text that the patient was sent and its validity period', async ({ clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const values = { ...standardTemplate, name: 'For ninety days', validDays: 90 }
    const { id: templateId } = await createConsentTemplate(admin, values)
    const { id: patientId } = await clinic.patient()
    await sendConsent(admin, { patientId, templateId })
    const signed = await recordPaperConsent(admin, { patientId, file: await scan(clinic), ...paper })
    expect(signed.consentExpiresAt).toEqual(new Date('2026-04-02T17:00:00Z'))
  })

  test('cannot be older than the revoked consent, but one of the same day counts as newer', async ({
    clinic,
  }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient({ status: 'consent_signed' })
    clinic.now = new Date('2026-01-07T20:00:00Z')
    await revokeConsent(staff, { patientId, reason: 'Called and revoked it' })
    const revoked = clinic.now
    clinic.now = new Date('2026-01-07T21:00:00Z')
    const record = async (signedOn: string) =>
      recordPaperConsent(staff, { patientId, file: await scan(clinic), ...paper, signedOn })
    await expect(record('2026-01-06')).rejects.toMatchObject({
      fields: {
        signedOn: 'The patient revoked the consent after this date. Use a form signed after the revocation.',
      },
    })
    expect(await record('2026-01-07')).toMatchObject({
      status: 'consent_signed',
      consentRevokedAt: null,
      consentSignedAt: revoked,
    })
  })

  test('cannot be larger than what can be checked later', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient()
    const file = { ...(await scan(clinic)), fileSize: SCANNED_FORM_MAX + 1 }
    await expect(recordPaperConsent(staff, { patientId, file, ...paper })).rejects.toMatchObject({
      code: 'too_large',
    })
  })
})
