import * as z from 'zod/mini'
import { sendConsentInput } from '../consent/templateInputs.ts'
import { patientFilterInput, reassignPatientInput } from '../patients/inputs.ts'
import { addTaskInput } from '../tasks/inputs.ts'
import { identifier, isUuid } from '../text.ts'
import { BULK } from './bulkJob.ts'

const count = `Select 1 to ${BULK.patients.toLocaleString('en-US')} patients`
const patientId = z.string(count).check(z.refine(isUuid, 'A patient’s ID is a UUID'))

/** Patients by ID, or all patients that match filters of the list. */
const selection = z
  .strictObject({
    patientIds: z.nullish(
      z.array(patientId, count).check(z.minLength(1, count), z.maxLength(BULK.patients, count)),
    ),
    filter: z.nullish(patientFilterInput),
  })
  .check(z.refine(({ patientIds, filter }) => !patientIds !== !filter, 'Give either patientIds or filter'))
export type BulkSelection = z.output<typeof selection>

const { assignedAttorney, transfersWork } = reassignPatientInput.shape
const { templateId, identityCheck } = sendConsentInput.shape
const { patientId: _onePatient, ...task } = addTaskInput.shape

export const assignPatientsInput = z.strictObject({ selection, assignedAttorney, transfersWork })
export const sendConsentToPatientsInput = z.strictObject({ selection, templateId, identityCheck })
export const addTaskToPatientsInput = z.strictObject({ selection, ...task })
export const exportSelectedPatientsInput = z.strictObject({ selection })

export const bulkJobInput = z.strictObject({ bulkJobId: identifier })
