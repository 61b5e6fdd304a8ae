import * as z from 'zod/mini'
import { Failure, notFound } from '#domain/errors.ts'
import { patientIdentifier } from '#domain/patients/identifiers.ts'
import { addPatientInput, editPatientInput } from '#domain/patients/personInputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { parse, unwrapped } from '../operation.ts'
import { addPatient } from './addPatient.ts'
import { editPatient } from './editPatient.ts'
import { viewPatient } from './viewPatient.ts'
import type { PatientSelection } from './visiblePatient.ts'

const { patientId: _, ...fields } = editPatientInput.shape

const upsertPatientInput = z.strictObject({
  ...fields,
  identifier: patientIdentifier,
  status: z.optional(addPatientInput.shape.status),
})

type Upserted = { patient: Patient; isNew: boolean }

/**
 * Edits the patient with this identifier, or adds one with it. `status` counts only for a new patient. Of concurrent calls with
 * the same identifier, one adds the patient and the others edit it.
 */
export const upsertPatient = unwrapped(
  upsertPatientInput,
  async (ctx: OperationContext, { identifier, status, ...given }): Promise<Upserted> => {
    const known = await findByIdentifier(ctx, identifier)
    if (known) return { patient: await editPatient(ctx, { ...given, patientId: known }), isNew: false }
    try {
      const input = { ...given, ...(status && { status }), identifiers: [identifier] }
      return { patient: await addPatient(ctx, input as Parameters<typeof addPatient>[1]), isNew: true }
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error
      const added = await findByIdentifier(ctx, identifier)
      if (!added) throw error
      return { patient: await editPatient(ctx, { ...given, patientId: added }), isNew: false }
    }
  },
)

/** Returns the patient with this identifier. The view is audited. */
export async function viewPatientByIdentifier(
  ctx: OperationContext,
  raw: unknown,
  selection: PatientSelection = {},
): Promise<Patient> {
  const patientId = await findByIdentifier(ctx, parse(patientIdentifier, raw))
  if (!patientId) throw notFound('Patient')
  return viewPatient(ctx, { patientId }, selection)
}

async function findByIdentifier(
  { db }: OperationContext,
  identifier: z.output<typeof patientIdentifier>,
): Promise<string | null> {
  const found = await db.patientIdentifier.findUnique({
    where: { system_value: identifier },
    select: { patientId: true },
  })
  return found?.patientId ?? null
}
