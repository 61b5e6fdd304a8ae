import { createHash, randomUUID } from 'node:crypto'
import type { IdentityCheck, Patient } from '#infra/prisma/client.ts'
import type { RemoteEnvelopes } from '#infra/signing/provider.ts'
import { copySecret, reminderSecret } from '#operations/consent/derivedSecrets.ts'
import { createReminder } from '#operations/reminders/reminderLink.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import type { People } from './people.ts'
import { OURS } from './people.ts'

/** A consent request whose link the patient has opened. */
export async function openLink(
  clinic: TestClinic,
  { staffCreator }: People,
  { id: patientId }: Patient,
  values: { identityCheck?: IdentityCheck } = {},
) {
  const request = await clinic.db.consentRequest.create({
    data: {
      ...requestOn(patientId, staffCreator.id),
      state: 'sent',
      sentAt: clinic.now,
      openedAt: clinic.now,
      ...values,
      expiresAt: new Date('2026-02-01T00:00:00Z'),
    },
  })
  const secret = clinic.instances.signing.current.linkSecret(request.idempotencyKey) ?? ''
  const linkHash = clinic.instances.hashLink(secret)
  await clinic.db.consentRequest.update({ where: { id: request.id }, data: { linkHash } })
  return { id: request.id, secret }
}

/** A link that no longer works, and the birth date with which its holder can ask why. */
export async function endLink(clinic: TestClinic, people: People, patient: Patient) {
  const { id, secret } = await openLink(clinic, people, patient)
  await clinic.db.consentRequest.update({ where: { id }, data: { state: 'voided', closedAt: clinic.now } })
  const dateOfBirth = '1980-03-14'
  await clinic.db.patient.update({
    where: { id: patient.id },
    data: { dateOfBirth: new Date(dateOfBirth) },
  })
  return { secret, dateOfBirth }
}

/** A DocuSign request on the clinic's device. A fake provider returns its signing page. */
export async function openDevice(clinic: TestClinic, { staffCreator }: People, { id: patientId }: Patient) {
  const pass = 'carried by the device'
  const { id } = await clinic.db.consentRequest.create({
    data: {
      ...requestOn(patientId, staffCreator.id),
      provider: 'docusign',
      channel: 'in_person',
      state: 'sent',
      sentAt: clinic.now,
      envelopeId: randomUUID(),
      passHash: clinic.instances.hashLink(pass),
      passExpiresAt: new Date('2026-02-01T00:00:00Z'),
      expiresAt: new Date('2026-02-01T00:00:00Z'),
    },
  })
  const { signing } = clinic.instances
  const remote = { signingUrl: async () => 'https://docusign.test/' } as Partial<RemoteEnvelopes>
  const fakeDocuSign = { ...signing.of('docusign'), remote: remote as RemoteEnvelopes }
  clinic.instances.signing = {
    current: signing.current,
    of: (name) => (name === 'docusign' ? fakeDocuSign : signing.of(name)),
  }
  return { id, pass }
}

const requestOn = (patientId: string, sentById: string) => ({
  patientId,
  sentById,
  provider: 'built_in' as const,
  idempotencyKey: randomUUID(),
  document: { title: `Authorization of ${OURS}`, version: '1', blocks: [] },
  documentSha256: '0'.repeat(64),
  templateVersion: '1',
})

/** A signed form, and the patient's link to the copy. */
export async function signedForm(
  clinic: TestClinic,
  { staffCreator }: People,
  { id: patientId }: Pick<Patient, 'id'>,
) {
  const content = Buffer.from(`%PDF-1.7 signed by ${OURS}`)
  const request = await clinic.db.consentRequest.create({
    data: {
      ...requestOn(patientId, staffCreator.id),
      state: 'signed',
      openedAt: clinic.now,
      closedAt: clinic.now,
      signerName: `Sam ${OURS}`,
      disclosureVersion: '1',
      expiresAt: new Date('2026-02-01T00:00:00Z'),
      signed: {
        create: { content, certificate: content, sha256: createHash('sha256').update(content).digest('hex') },
      },
    },
  })
  const secret = copySecret(clinic.instances, request) ?? ''
  await clinic.db.consentRequest.update({
    where: { id: request.id },
    data: {
      copyLinkHash: clinic.instances.hashLink(secret),
      copyExpiresAt: new Date('2026-02-01T00:00:00Z'),
    },
  })
  return { id: request.id, copySecret: secret }
}

/** An earlier form on paper, with its scan and the sealed scan. */
export async function paperForm(
  clinic: TestClinic,
  { staffCreator }: People,
  { id: patientId }: Pick<Patient, 'id'>,
) {
  const stored = (fileName: string) =>
    storedRecord(clinic, { patientId, uploadedById: staffCreator.id, fileName, isPaperConsent: true })
  const [scan, sealed] = [await stored('scan.pdf'), await stored('sealed.pdf')]
  const before = new Date('2025-12-01T00:00:00Z')
  const request = await clinic.db.consentRequest.create({
    data: {
      ...requestOn(patientId, staffCreator.id),
      ...{ channel: 'paper', state: 'signed', closedAt: before, expiresAt: before },
      ...{ signerName: `Sam ${OURS}`, signatureKind: 'wet', signedOn: before, witnessName: 'Wes' },
      signed: {
        create: {
          ...{ recordId: scan.id, sha256: 'a'.repeat(64), createdAt: before },
          sealedScan: {
            create: {
              ...{ recordId: sealed.id, sha256: 'b'.repeat(64) },
              ...{ sealedBy: 'c'.repeat(64), sealedAt: before },
            },
          },
        },
      },
    },
  })
  return { id: request.id }
}

/** A form that a representative signed with a proof of authority, and that waits for a review. */
export async function waitingForm(
  clinic: TestClinic,
  people: People,
  { id: patientId }: Pick<Patient, 'id'>,
) {
  const { staffCreator } = people
  const content = Buffer.from(`%PDF-1.7 signed for ${OURS}`)
  const proof = await storedRecord(clinic, {
    ...{ patientId, uploadedById: staffCreator.id, fileName: 'proof.pdf' },
    isPaperConsent: true,
  })
  const request = await clinic.db.consentRequest.create({
    data: {
      ...requestOn(patientId, staffCreator.id),
      state: 'signed',
      openedAt: clinic.now,
      closedAt: clinic.now,
      signerName: `Pat ${OURS}`,
      signerCapacity: 'parent',
      disclosureVersion: '1',
      reviewState: 'waiting',
      reviewReasons: ['representative'],
      proofRecordId: proof.id,
      expiresAt: new Date('2026-02-01T00:00:00Z'),
      signed: { create: { content, sha256: createHash('sha256').update(content).digest('hex') } },
    },
  })
  await clinic.db.patient.update({
    where: { id: patientId },
    data: { reviewRequestId: request.id, consentSignedAt: clinic.now },
  })
  return { id: request.id, patientId }
}

/** A reminder of the patient's open form, with the secret of its link. */
export async function reminderOf(clinic: TestClinic, { id: patientId }: { id: string }) {
  const ctx = clinic.anonymous()
  const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId, state: 'sent' },
  })
  const reminder = await createReminder(ctx, { kind: 'form', patientId, requestId })
  if (!reminder) throw new Error('The reminder exists already')
  return { ...reminder, secret: reminderSecret(ctx, reminder.id) ?? '' }
}
