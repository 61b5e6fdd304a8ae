import { randomUUID } from 'node:crypto'
import type { Recipient, SignedAuthorization } from '#domain/consent/recipients.ts'
import { ALL_RECORDS } from '#domain/consent/scope.ts'
import type { Patient, PatientRecord, Prisma, User } from '#infra/prisma/client.ts'
import type { TestClinic } from './clinic.ts'
import { storedRecord } from './recordFiles.ts'
import { recordSigning } from './signedForms.ts'

/** When the consents of these patients were signed. */
export const signedAt = new Date('2025-12-01T09:00:00Z')

/** A signed form as the patient's row stores it: for all records, unless stated otherwise. */
export const signedForm = (
  requestId: string,
  recipients: Recipient[],
  changes: Partial<SignedAuthorization> = {},
): SignedAuthorization => ({
  ...{ requestId, recipients, scope: ALL_RECORDS, revoked: { recipients: [], categories: [] } },
  ...changes,
})

/**
 * A patient after treatment, with a signed form, which names the assigned attorney, and records with these names.
 */
export async function forwardablePatient(
  clinic: TestClinic,
  values: Partial<Prisma.PatientUncheckedCreateInput> & { createdById: string },
  fileNames: readonly string[] = ['mri.pdf', 'bill.pdf'],
): Promise<{ patient: Patient; records: PatientRecord[] }> {
  const patient = await clinic.patient({ status: 'pending_records', consentSignedAt: signedAt, ...values })
  const form = await putFormOnFile(clinic, patient)
  await recordSigning(clinic, form)
  await clinic.db.patient.update({
    where: { id: patient.id },
    data: { authorization: signedForm(form.id, form.recipients as Recipient[]) },
  })
  const records: PatientRecord[] = []
  for (const fileName of fileNames)
    records.push(
      await storedRecord(clinic, { patientId: patient.id, uploadedById: values.createdById, fileName }),
    )
  return { patient, records }
}

const putFormOnFile = (
  { db }: TestClinic,
  { id: patientId, createdById: sentById, assignedAttorneyId: userId }: Patient,
) =>
  db.consentRequest.create({
    data: {
      recipients: userId ? [{ userId, name: 'Rae Okafor', firm: null, address: null }] : [],
      patientId,
      sentById,
      provider: 'built_in',
      idempotencyKey: randomUUID(),
      document: {},
      documentSha256: '0'.repeat(64),
      templateVersion: '1',
      state: 'signed',
      openedAt: signedAt,
      closedAt: signedAt,
      signerName: 'Maren Lindqvist',
      disclosureVersion: '1',
      expiresAt: signedAt,
      signed: { create: { content: Buffer.from('%PDF-1.7'), sha256: '0'.repeat(64) } },
    },
  })

/** The same with sender and recipient and the records to forward. */
export async function treated(clinic: TestClinic, values: Partial<Prisma.PatientUncheckedCreateInput> = {}) {
  const [admin, staff, attorney, other] = (await Promise.all(
    (['admin', 'staff', 'attorney', 'attorney'] as const).map((role) => clinic.user({ role })),
  )) as [User, User, User, User]
  const { patient, records: found } = await forwardablePatient(clinic, {
    createdById: staff.id,
    assignedAttorneyId: attorney.id,
    ...values,
  })
  const records = found as [PatientRecord, PatientRecord]
  const input = {
    patientId: patient.id,
    recordIds: records.map(({ id }) => id),
    recipientId: attorney.id,
    purpose: 'Claim against the insurer',
  }
  return { admin: clinic.as(admin), staff: clinic.as(staff), attorney, other, patient, records, input }
}
