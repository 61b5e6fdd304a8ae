import type { PatientStatus } from '#domain/patients/status.ts'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'

/** Adds a deleted record to the patient at Schedulable and a legal hold to the one at Treatment Completed. */
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
  }
}
