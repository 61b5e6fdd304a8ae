import { describe, expect } from 'vitest'
import type { Representative } from '#domain/consent/representative.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { pdfPages } from '#tests/support/pdfText.ts'
import { inPieces, sample } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { receiveFile } from '../records/receiveFile.ts'
import { downloadAuthorityProof } from './downloadAuthorityProof.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { readSigningProgress } from './readSigningProgress.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'
import { signHere } from './signHere.ts'
import { admitAuthorityProof, uploadAuthorityProof } from './uploadAuthorityProof.ts'

const sentTo: string[] = []
const mailer = {
  send: async ({ to }: { to: string }) => void sentTo.push(to),
  test: async () => undefined,
}
const mother: Representative = {
  email: 'rosa@example.test',
  relation: 'Mother',
  authority: 'parent',
  proof: 'shown_to_staff',
}

/** A form for Mia Doe, opened. */
async function setUp(clinic: TestClinic, dateOfBirth: Date | null = new Date('2018-05-04')) {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ firstName: 'Mia', lastName: 'Doe', dateOfBirth })
  await sendConsent(staff, { patientId: patient.id })
  const secret = (await showSigningLink(staff, { patientId: patient.id })).path.replace('/sign/', '')
  const anybody = { ...clinic.anonymous(), mailer }
  await readConsentRequest(anybody, { secret })
  const request = () => clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: patient.id } })
  const sign = (signerName: string, representative?: Representative) =>
    signConsent(anybody, {
      ...{ secret, signerName, agreesToSignElectronically: true },
      ...(representative && { representative }),
    })
  return { staff, patient, secret, anybody, request, sign }
}

const proofFile = (clinic: TestClinic, fileName = 'court order.pdf', content = sample('rotation.pdf')) =>
  receiveFile(clinic.anonymous(), { fileName, content: inPieces(content) })

describe('a form for a minor', () => {
  test('needs a representative', async ({ clinic }) => {
    const { sign, secret, anybody, request } = await setUp(clinic)
    expect(await readSigningProgress(anybody, { secret })).toMatchObject({ needsRepresentative: true })
    await expect(sign('Mia Doe')).rejects.toMatchObject({
      fields: { representative: expect.stringContaining('Mia Doe is under 18') },
    })
    await sign('Rosa Doe', mother)
    expect(await request()).toMatchObject({
      ...{ signerCapacity: 'parent', representativeRelation: 'Mother', authorityProof: 'shown_to_staff' },
      ...{ reviewState: 'waiting', reviewReasons: ['representative'] },
    })
  })

  test('is signed by a parent only while the patient is a minor, or if the age is unknown', async ({
    clinic,
  }) => {
    const adult = await setUp(clinic, new Date('1990-04-11'))
    await expect(adult.sign('Rosa Doe', mother)).rejects.toMatchObject({
      fields: { 'representative.authority': expect.stringContaining('Mia Doe is an adult') },
    })
    await adult.sign('Rosa Doe', { ...mother, authority: 'power_of_attorney' })
    await (await setUp(clinic, null)).sign('Rosa Doe', mother)
  })

  test.for([
    ['2008-01-05', 18, false],
    ['2008-01-06', 18, true],
    ['2008-01-05', 19, true],
  ] as const)(
    'counts birthdays to the day: born %s, adult at %i, minor %s',
    async ([born, adultAge, isMinor], { clinic }) => {
      const { secret, anybody } = await setUp(clinic, new Date(born))
      const holder = { ...anybody, consentRules: { ...anybody.consentRules, adultAge } }
      expect(await readSigningProgress(holder, { secret })).toMatchObject({ needsRepresentative: isMinor })
    },
  )
})

describe('a representative', () => {
  test('is named on the form and its certificate, and gets the copy at their own address', async ({
    clinic,
  }) => {
    const { sign, patient, anybody } = await setUp(clinic, null)
    const { content } = await sign('Rosa Doe', { ...mother, authority: 'guardian' })
    const text = (await pdfPages(content)).join(' ').replace(/\s+/g, ' ')
    expect(text).toContain('Personal representative of Mia Doe: Mother. Authority: Legal guardian')
    expect(text).toContain('To be shown to the staff of the clinic')
    sentTo.length = 0
    await deliverWaitingMail(anybody)
    // The others are alerts to users of the clinic.
    expect(sentTo.filter((to) => !to.endsWith('@clinic.test')).sort()).toEqual(
      [patient.email, mother.email].sort(),
    )
  })

  test('of several siblings may give the same address', async ({ clinic }) => {
    for (const _ of ['Mia', 'Max']) {
      const { sign, request } = await setUp(clinic)
      await sign('Rosa Doe', mother)
      expect(await request()).toMatchObject({ representativeEmail: mother.email })
    }
  })

  test('needs an address for the copy, except at the clinic', async ({ clinic }) => {
    const { sign, staff, anybody, patient } = await setUp(clinic)
    const patientId = patient.id
    const { email: _, ...withoutEmail } = mother
    await expect(sign('Rosa Doe', withoutEmail)).rejects.toMatchObject({
      fields: { 'representative.email': expect.stringContaining('Enter your e-mail address') },
    })
    const { path, pass } = await signHere(staff, { patientId })
    const holder = { secret: path.replace('/sign/', ''), pass }
    await readConsentRequest(anybody, holder)
    const { content } = await signConsent(anybody, {
      ...{
        ...holder,
        signerName: 'Rosa Doe',
        agreesToSignElectronically: true,
        representative: withoutEmail,
      },
    })
    expect((await pdfPages(content)).join(' ')).not.toContain('E-mail of the representative')
    expect(await clinic.db.consentRequest.findFirst({ where: { state: 'signed' } })).toMatchObject({
      ...{ channel: 'in_person', signerCapacity: 'parent', representativeEmail: null },
    })
  })

  test('cannot claim a file that was never sent, or leave a field out', async ({ clinic }) => {
    const { sign } = await setUp(clinic)
    await expect(sign('Rosa Doe', { ...mother, proof: 'upload' })).rejects.toMatchObject({
      fields: { proof: expect.stringContaining('Upload a PDF') },
    })
    await expect(sign('Rosa Doe', { ...mother, email: 'rosa', relation: ' ' })).rejects.toMatchObject({
      fields: { 'representative.email': expect.any(String), 'representative.relation': expect.any(String) },
    })
  })
})

describe('a proof of authority', () => {
  test('is stored once, is not on the chart, and only the clinic can download it, audited', async ({
    clinic,
  }) => {
    const { secret, anybody, request, staff, patient, sign } = await setUp(clinic)
    await admitAuthorityProof(anybody, { secret })
    await uploadAuthorityProof(anybody, { secret, file: await proofFile(clinic) })
    for (const again of [
      () => admitAuthorityProof(anybody, { secret }),
      async () => uploadAuthorityProof(anybody, { secret, file: await proofFile(clinic) }),
    ])
      await expect(again()).rejects.toMatchObject({ code: 'conflict' })
    await sign('Rosa Doe', { ...mother, proof: 'upload' })
    const { id: requestId, proofRecordId } = await request()
    expect(await clinic.db.patientRecord.findMany({ where: { patientId: patient.id } })).toMatchObject([
      { id: proofRecordId, isPaperConsent: true },
    ])
    const which = { patientId: patient.id, requestId }
    const { read } = await downloadAuthorityProof(staff, which)
    expect(Buffer.concat(await Array.fromAsync(read()))).toEqual(sample('rotation.pdf'))
    expect((await clinic.auditOf(patient)).at(-1)).toEqual({
      ...{ action: 'downloaded', resourceType: 'authority_proof', userId: staff.actor.id },
    })
    const rae = clinic.as(await clinic.user({ role: 'attorney' }))
    await clinic.db.patient.update({
      where: { id: patient.id },
      data: { assignedAttorneyId: rae.actor.id },
    })
    await expect(downloadAuthorityProof(rae, which)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is refused with another file type, before the identity check, and after five tries', async ({
    clinic,
  }) => {
    const { secret, anybody, staff } = await setUp(clinic)
    const tiff = { ...(await proofFile(clinic)), mimeType: 'image/tiff' }
    await expect(uploadAuthorityProof(anybody, { secret, file: tiff })).rejects.toMatchObject({
      fields: { file: 'Choose a PDF, JPG or PNG' },
    })
    for (let tries = 0; tries < 5; tries += 1) await admitAuthorityProof(anybody, { secret })
    await expect(admitAuthorityProof(anybody, { secret })).rejects.toMatchObject({ code: 'conflict' })
    await expect(admitAuthorityProof(staff, { secret })).rejects.toMatchObject({ code: 'forbidden' })
    await clinic.db.consentRequest.updateMany({ data: { identityCheck: 'date_of_birth', proofUploads: 0 } })
    await expect(admitAuthorityProof(anybody, { secret })).rejects.toMatchObject({ code: 'forbidden' })
    expect((await clinic.db.consentRequest.findFirstOrThrow()).proofUploads).toBe(0)
  })
})
