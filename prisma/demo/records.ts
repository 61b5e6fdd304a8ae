import type { PatientStatus } from '#domain/patients/status.ts'
import type { RecordCategory } from '#domain/records/categories.ts'
import type { AccountKey } from './accounts.ts'

/** A file in `records/` that the demo puts on file for a patient, named by last name. */
export type DemoRecord = {
  patient: string
  by: AccountKey
  /** The step at which it was uploaded. */
  during: PatientStatus
  file: string
  fileName: string
  description: string | null
  category: RecordCategory
}

/** What the clinic has been sent: papers as programs, scanners, fax machines and phones make them. */
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
]
