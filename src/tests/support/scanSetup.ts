import { receivedFile } from '#domain/records/receivedFile.ts'
import { rescanRecord } from '#operations/records/rescanRecord.ts'
import { scanRecords } from '#operations/records/scanRecords.ts'
import { uploadRecord } from '#operations/records/uploadRecord.ts'
import { HARMFUL } from './clamdServer.ts'
import type { TestClinic } from './clinic.ts'
import { inPieces, sample } from './recordFiles.ts'

/** A file in which the clamd stand-in finds something. */
export const harmful = Buffer.concat([sample('rotation.pdf'), Buffer.from(HARMFUL)])

/** Moves the clinic's clock forward. */
export function minutesOn(clinic: TestClinic, minutes: number): void {
  clinic.now = new Date(clinic.now.getTime() + minutes * 60_000)
}

/** A patient and users of each role, whose records are uploaded and scanned. */
export async function setUpScans(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin' })
  const staff = await clinic.user()
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({
    createdById: staff.id,
    assignedAttorneyId: attorney.id,
    status: 'consent_signed',
    consentSignedAt: clinic.now,
  })
  const upload = async (content = sample('rotation.pdf')) => {
    const taken = await clinic.instances.recordStore.put(inPieces(content))
    const details = { fileName: 'scan.pdf', mimeType: 'application/pdf', keptSha256: null, removed: [] }
    const file = receivedFile({ ...details, ...taken })
    return uploadRecord(clinic.as(staff), { patientId: patient.id, file })
  }
  return {
    ...{ admin, staff, attorney, patient, upload },
    scan: () => scanRecords(clinic.anonymous()),
    rescan: (recordId: string, user = admin) =>
      rescanRecord(clinic.as(user), { patientId: patient.id, recordId }),
    /** The current row of the record. */
    look: (id: string) => clinic.db.patientRecord.findUniqueOrThrow({ where: { id } }),
  }
}
