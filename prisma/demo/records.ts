import type { PatientStatus } from '#domain/patients/status.ts'
import type { AccountKey } from './accounts.ts'

/** A record of a patient, who is named by last name. The file is in `records/`. */
export type DemoRecord = {
  patient: string
  by: AccountKey
  /** The patient's status at the upload. */
  during: PatientStatus
  file: string
  fileName: string
  description: string | null
}

/** Records as they come from programs, scanners, fax machines and phones. */
export const demoRecords: DemoRecord[] = [
  {
    patient: 'Brennan',
    by: 'staff',
    during: 'schedulable',
    file: 'phone.jpg',
    fileName: 'Seat belt mark.jpg',
    description: 'Taken by the patient three days after the collision',
  },
  {
    patient: 'Brennan',
    by: 'staff',
    during: 'treatment_completed',
    file: 'report.pdf',
    fileName: 'MRI cervical spine.pdf',
    description: 'Report of Harborview Imaging',
  },
  {
    patient: 'Brennan',
    by: 'staff',
    during: 'treatment_completed',
    file: 'fax.tiff',
    fileName: 'MRI report by fax.tiff',
    description: null,
  },
  {
    patient: 'Mensah',
    by: 'kevin',
    during: 'treatment_completed',
    file: 'report.pdf',
    fileName: 'MRI cervical spine.pdf',
    description: null,
  },
  {
    patient: 'Quiñones',
    by: 'staff',
    during: 'treatment_completed',
    file: 'report.docx',
    fileName: 'Radiologist letter.docx',
    description: 'As it came by e-mail',
  },
  {
    patient: 'Quiñones',
    by: 'staff',
    during: 'treatment_completed',
    file: 'scan.tiff',
    fileName: 'Front desk scan.tiff',
    description: null,
  },
  {
    patient: 'Sandoval',
    by: 'staff',
    during: 'treatment_completed',
    file: 'scan.pdf',
    fileName: 'MRI report scanned.pdf',
    description: 'Scanned at the front desk',
  },
  {
    patient: 'Okonkwo',
    by: 'staff',
    during: 'schedulable',
    file: 'report.doc',
    fileName: 'Radiologist letter.doc',
    description: null,
  },
  {
    patient: 'Lim',
    by: 'kevin',
    during: 'treatment_completed',
    file: 'scan.pdf',
    fileName: 'Knee MRI report.pdf',
    description: 'Scanned at the front desk',
  },
  {
    patient: 'Hrytsenko',
    by: 'staff',
    during: 'treatment_completed',
    file: 'report.pdf',
    fileName: 'MRI lumbar spine.pdf',
    description: null,
  },
  {
    patient: 'Boudreaux',
    by: 'staff',
    during: 'pending_records',
    file: 'fax.tiff',
    fileName: 'Hearing test by fax.tiff',
    description: null,
  },
  {
    patient: 'Abernathy',
    by: 'staff',
    during: 'treatment_completed',
    file: 'report.docx',
    fileName: 'Shoulder report.docx',
    description: 'As it came by e-mail',
  },
  {
    patient: 'Abernathy',
    by: 'staff',
    during: 'pending_records',
    file: 'scan.tiff',
    fileName: 'Jaw imaging.tiff',
    description: null,
  },
]
