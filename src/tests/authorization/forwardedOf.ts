import { randomUUID } from 'node:crypto'
import type { Patient } from '#infra/prisma/client.ts'
import { forwardingSecret } from '#operations/consent/derivedSecrets.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { signedForm } from './consents.ts'
import type { People } from './people.ts'
import { OURS } from './people.ts'

/** Adds a signed form and a record to a patient after treatment, so that records can be forwarded. */
export async function treatedOf(clinic: TestClinic, people: People, { id: patientId }: Patient) {
  await clinic.db.patient.update({ where: { id: patientId }, data: { consentSignedAt: clinic.now } })
  const { id: consentRequestId } = await signedForm(clinic, people, { id: patientId })
  const record = await storedRecord(clinic, {
    patientId,
    uploadedById: people.staffCreator.id,
    fileName: `${OURS}.pdf`,
  })
  return { consentRequestId, record }
}

/** Also forwards the record to the assigned attorney, with a working link. */
export async function forwardedOf(clinic: TestClinic, people: People, patient: Patient) {
  const { consentRequestId, record } = await treatedOf(clinic, people, patient)
  const id = randomUUID()
  const secret = forwardingSecret(clinic.instances, id) ?? ''
  const about = {
    patientId: patient.id,
    recipientId: people.attorneyAssigned.id,
    consentRequestId,
    consentSignedAt: clinic.now,
    purpose: `Claim of ${OURS}`,
  }
  await clinic.db.forwarding.create({
    data: {
      ...about,
      id,
      linkHash: clinic.instances.hashLink(secret),
      forwardedById: people.staffCreator.id,
      createdAt: clinic.now,
      expiresAt: new Date(clinic.now.getTime() + 7 * 86_400_000),
      files: { create: { recordId: record.id, fileName: record.fileName, sha256: record.sha256 ?? '' } },
    },
  })
  await clinic.db.disclosure.create({
    data: { ...about, kind: 'forwarded', forwardingId: id, recordId: record.id, fileName: record.fileName },
  })
  return { patient: { id: patient.id }, link: { id, secret }, record: { id: record.id } }
}
