import { addAlerts, addAuditRow, coworker, type DemoClinic, patientNamed } from './demoClinic.ts'
import { momentOf } from './notesAndTasks.ts'
import { demoRecords } from './records.ts'

/** Adds records as `uploadRecord` does. Their files are stored after all rows are generated. */
export function addRecords(clinic: DemoClinic): void {
  for (const { patient, by, during, file, fileName, description, category } of demoRecords) {
    const history = patientNamed(clinic, patient)
    const uploader = coworker(clinic, by)
    const at = momentOf(clinic, history, during)
    const id = clinic.ids.rowOf(at)
    const patientId = history.row.id
    clinic.rows.records.push({
      id,
      patientId,
      uploadedById: uploader.userId,
      file,
      fileName,
      description,
      category,
      createdAt: at,
    })
    addAuditRow(clinic, uploader, at, {
      action: 'created',
      resourceType: 'patient_record',
      resourceId: id,
      patientId,
    })
    addAlerts(clinic, 'record_uploaded', { at, by: uploader, patientId, facts: { patient: history.row } }, [
      history.row.assignedAttorneyId,
    ])
  }
}
