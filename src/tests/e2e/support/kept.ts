import type { PatientStatus } from '#domain/patients/status.ts'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'

/**
 * Adds a deleted record to the patient at Schedulable, a legal hold and a date of death to the one at Treatment Completed, and
 * disclosures by fax and a request for the accounting to the one at Records Forwarded.
 */
export async function keepSome(
  clinic: TestClinic,
  { id: by }: User,
  { id: patientId, status }: { id: string; status: PatientStatus },
): Promise<void> {
  const given = { patientId, uploadedById: by }
  if (status === 'schedulable') {
    const gone = { ...given, deletedById: by, deleteReason: 'Belongs to another chart' }
    await storedRecord(clinic, { ...gone, fileName: 'mri of the knee.pdf', deletedAt: clinic.now })
    const purged = { wrappedKey: null, keyId: null, filePath: '', purgedAt: clinic.now }
    const deletedAt = new Date('2019-12-01T15:00:00Z')
    await storedRecord(clinic, { ...gone, fileName: 'x-ray.pdf', deletedAt, ...purged })
  }
  if (status === 'treatment_completed') {
    await storedRecord(clinic, { ...given, fileName: 'mri of the knee.pdf' })
    await clinic.db.legalHold.create({
      data: { patientId, reason: 'Claim of 2025 against the insurer', placedById: by, placedAt: clinic.now },
    })
    await clinic.db.patient.update({
      where: { id: patientId },
      data: { dateOfDeath: new Date('2025-12-01') },
    })
  }
  if (status === 'records_forwarded') await accountFor(clinic, by, patientId)
}

async function accountFor({ db, now }: TestClinic, by: string, patientId: string): Promise<void> {
  const about = { patientId, enteredById: by, enteredAt: now, disclosedOn: now, channel: 'fax' as const }
  const fax = {
    ...about,
    recipientName: 'Superior Court of King County',
    recipientAddress: '516 Third Avenue, Seattle, WA 98104',
    content: 'Visit notes of 2025',
    purpose: 'Civil case 26-114',
    basis: 'subpoena' as const,
    basisReference: 'Subpoena No. 26-114',
  }
  await db.manualDisclosure.create({ data: fax })
  await db.manualDisclosure.create({
    data: { ...fax, strikeReason: 'Entered twice by mistake', struckById: by, struckAt: now },
  })
  await db.manualDisclosure.create({
    data: {
      ...{ ...fax, recipientName: 'King County Sheriff', basis: 'law_enforcement', basisReference: null },
      suspensions: {
        create: {
          ...{ agency: 'King County Sheriff, No. 26-7', isOral: false },
          ...{ statedOn: now, endsOn: new Date('2099-12-31'), recordedById: by, recordedAt: now },
        },
      },
    },
  })
  // By the server's clock, so that the time to answer is not over and can be extended.
  const receivedOn = new Date(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
  const dueOn = new Date(receivedOn.getTime() + 60 * 86_400_000)
  await db.patientRequest.create({
    data: { patientId, kind: 'accounting', receivedOn, dueOn, recordedById: by, recordedAt: now },
  })
}
