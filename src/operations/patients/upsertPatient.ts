import * as z from 'zod/mini'
import { identifierInput } from '#domain/identifiers.ts'
import { addPatientInput, editPatientInput } from '#domain/patients/personInputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { upsert, viewByIdentifier } from '../identifiers.ts'
import { addPatient } from './addPatient.ts'
import { editPatient } from './editPatient.ts'
import { viewPatient } from './viewPatient.ts'
import type { PatientSelection } from './visiblePatient.ts'

const { patientId: _, ...fields } = editPatientInput.shape

const upsertPatientInput = z.strictObject({
  ...fields,
  identifier: identifierInput,
  status: z.optional(addPatientInput.shape.status),
})

/** Edits the patient with this identifier, or adds one with it. `status` counts only for a new patient. */
export const upsertPatient = upsert('patient', upsertPatientInput, {
  add: (ctx, given) => addPatient(ctx, given as Parameters<typeof addPatient>[1]),
  edit: (ctx, patientId, { status: _status, ...given }) => editPatient(ctx, { ...given, patientId }),
})

/** Returns the patient with this identifier. The view is audited. */
export const viewPatientByIdentifier = (
  ctx: OperationContext,
  raw: unknown,
  selection: PatientSelection = {},
): Promise<Patient> =>
  viewByIdentifier(ctx, 'patient', raw, (patientId) => viewPatient(ctx, { patientId }, selection))
