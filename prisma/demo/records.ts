import type { PatientStatus } from '#domain/patients/status.ts'
import type { RecordCategory } from '#domain/records/categories.ts'
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
  category: RecordCategory
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
    category: 'other',
  },
  {
    patient: 'Brennan',
    by: 'staff',
    during: 'treatment_completed',
    file: 'report.pdf',
    fileName: 'MRI cervical spine.pdf',
    description: 'Report of Harborview Imaging',
    category: 'imaging',
  },
  {
    patient: 'Brennan',
    by: 'staff',
    during: 'treatment_completed',
    file: 'fax.tiff',
    fileName: 'MRI report by fax.tiff',
    description: null,
    category: 'imaging',
  },
  {
    patient: 'Mensah',
    by: 'kevin',
    during: 'treatment_completed',
    file: 'report.pdf',
    fileName: 'MRI cervical spine.pdf',
    description: null,
    category: 'imaging',
  },
  {
    patient: 'Quiñones',
    by: 'staff',
    during: 'treatment_completed',
    file: 'report.docx',
    fileName: 'Radiologist letter.docx',
    description: 'As it came by e-mail',
    category: 'imaging',
  },
  {
    patient: 'Quiñones',
    by: 'staff',
    during: 'treatment_completed',
    file: 'scan.tiff',
    fileName: 'Front desk scan.tiff',
    description: null,
    category: 'other',
  },
  {
    patient: 'Sandoval',
    by: 'staff',
    during: 'treatment_completed',
    file: 'scan.pdf',
    fileName: 'MRI report scanned.pdf',
    description: 'Scanned at the front desk',
    category: 'imaging',
  },
  {
    patient: 'Okonkwo',
    by: 'staff',
    during: 'schedulable',
    file: 'report.doc',
    fileName: 'Radiologist letter.doc',
    description: null,
    category: 'imaging',
  },
  {
    patient: 'Lim',
    by: 'kevin',
    during: 'treatment_completed',
    file: 'scan.pdf',
    fileName: 'Knee MRI report.pdf',
    description: 'Scanned at the front desk',
    category: 'imaging',
  },
  {
    patient: 'Hrytsenko',
    by: 'staff',
    during: 'treatment_completed',
    file: 'report.pdf',
    fileName: 'MRI lumbar spine.pdf',
    description: null,
    category: 'imaging',
  },
  {
    patient: 'Boudreaux',
    by: 'staff',
    during: 'pending_records',
    file: 'fax.tiff',
    fileName: 'Hearing test by fax.tiff',
    description: null,
    category: 'visit_notes',
  },
  {
    patient: 'Abernathy',
    by: 'staff',
    during: 'treatment_completed',
    file: 'report.docx',
    fileName: 'Shoulder report.docx',
    description: 'As it came by e-mail',
    category: 'visit_notes',
  },
  {
    patient: 'Abernathy',
    by: 'staff',
    during: 'pending_records',
    file: 'scan.tiff',
    fileName: 'Jaw imaging.tiff',
    description: null,
    category: 'imaging',
  },
]
