import type { Actor } from '#domain/access/actor.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext, Visit } from '../context.ts'

/** Which patients exist for this person: all of them, or for an attorney those assigned to them. */
export const patientsVisibleTo = (actor: Actor): Prisma.PatientWhereInput =>
  actor.role === 'attorney' ? { assignedAttorneyId: actor.id } : {}

/** The same for what hangs on a patient. */
export const ofVisiblePatients = (actor: Actor): { patient?: Prisma.PatientWhereInput } =>
  actor.role === 'attorney' ? { patient: patientsVisibleTo(actor) } : {}

/** What of a patient a caller wants loaded along; made by the schema from the selected fields. */
export type PatientSelection = { include?: Prisma.PatientInclude }

/** The patient, if it exists for the actor; throws `not_found` for a missing and an invisible one alike. */
export async function visiblePatient(
  ctx: OperationContext,
  patientId: string,
  selection: PatientSelection = {},
): Promise<Patient> {
  const patient = isUuid(patientId)
    ? await ctx.db.patient.findFirst({
        where: { id: patientId, ...patientsVisibleTo(ctx.actor) },
        ...selection,
      })
    : null
  if (!patient) throw notFound('Patient', patientId)
  return patient
}

/** Holds a patient's row until the transaction ends, whoever may see it. */
export const holdPatient = ({ db }: Visit, patientId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 FROM patients WHERE id = ${patientId}::uuid FOR UPDATE`

/**
 * The same, held until the transaction ends, for whoever is about to change it: of two changes at once the
 * second waits and then sees what the first one made of it.
 */
export async function lockedPatient(ctx: OperationContext, patientId: string): Promise<Patient> {
  if (!isUuid(patientId)) throw notFound('Patient', patientId)
  await holdPatient(ctx, patientId)
  return visiblePatient(ctx, patientId)
}
