import { caseOf, coworker, type DemoClinic, record, tell } from './demoClinic.ts'
import { momentOf } from './deskWork.ts'
import { demoRecords } from './records.ts'

/** Puts papers on file, as `uploadRecord` does; the files themselves are taken in when all is written. */
export function fileRecords(clinic: DemoClinic): void {
  for (const { patient, by, during, file, fileName, description, category } of demoRecords) {
    const told = caseOf(clinic, patient)
    const uploader = coworker(clinic, by)
    const at = momentOf(clinic, told, during)
    const id = clinic.ids.rowOf(at)
    const patientId = told.row.id
    clinic.books.records.push({
      id,
      patientId,
      uploadedById: uploader.userId,
      file,
      fileName,
      description,
      category,
      createdAt: at,
    })
    record(clinic, uploader, at, {
      action: 'created',
      resourceType: 'patient_record',
      resourceId: id,
      patientId,
    })
    tell(clinic, 'record_uploaded', { at, by: uploader, patientId, facts: { patient: told.row } }, [
      told.row.assignedAttorneyId,
    ])
  }
}
