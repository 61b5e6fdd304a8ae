import type { Actor } from '#domain/access/actor.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { CHART_IS_RESTRICTED } from '#domain/patients/restriction.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext, RequestContext } from '../context.ts'

/** Who asks, and when. Break-the-glass access to a restricted chart may have expired by then. */
export type Asker = { actor: Actor; now: () => Date }

/**
 * The filter for patients visible to a user: an attorney's assigned patients, or for staff all except charts
 * restricted to others. Break-the-glass access counts for the user but not for their API keys. `isOpenTo`
 * checks one patient by the same rule, and `locked_patients` does in SQL.
 */
export function patientsVisibleTo({ actor, now }: Asker): Prisma.PatientWhereInput {
  const { id, role, key } = actor
  if (role === 'admin') return {}
  if (role === 'attorney') return { assignedAttorneyId: id }
  const broken = { brokenGlasses: { some: { userId: id, endsAt: { gt: now() } } } }
  return {
    OR: [{ restrictedAt: null }, { createdById: id }, { assignedAttorneyId: id }, ...(key ? [] : [broken])],
  }
}

/** The same filter for rows that refer to a patient. */
export const ofVisiblePatients = (asker: Asker): { patient?: Prisma.PatientWhereInput } =>
  asker.actor.role === 'admin' ? {} : { patient: patientsVisibleTo(asker) }

/** The arguments of `locked_patients`. Only staff have closed charts. */
export const restrictionArguments = ({ actor, now }: Asker) => ({
  staff: actor.role === 'staff' ? actor.id : null,
  at: now(),
  inPerson: !actor.key,
})

/** The relations of a patient to load. The schema derives them from the selected fields. */
export type PatientSelection = { include?: Prisma.PatientInclude }

/**
 * Returns a patient that is visible to the actor. Throws `not_found` for a missing and for an invisible one.
 * Staff may see the names of restricted charts, so those throw `forbidden`.
 */
export async function visiblePatient(
  ctx: OperationContext,
  patientId: string,
  selection: PatientSelection = {},
): Promise<Patient> {
  const patient = isUuid(patientId)
    ? await ctx.db.patient.findFirst({
        where: { id: patientId, ...patientsVisibleTo(ctx) },
        ...selection,
      })
    : null
  if (patient) return patient
  throw (await isRestricted(ctx, patientId)) ? chartIsRestricted(patientId) : notFound('Patient', patientId)
}

/** Whether a chart is restricted and closed to this staff member. Always false for other roles. */
export async function isRestricted(ctx: OperationContext, patientId: string): Promise<boolean> {
  const { staff, at, inPerson } = restrictionArguments(ctx)
  if (staff === null || !isUuid(patientId)) return false
  const found = await ctx.db.$queryRaw<unknown[]>`
    SELECT FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}) WHERE id = ${patientId}::uuid`
  return found.length > 0
}

const chartIsRestricted = (resourceId: string) =>
  new Failure('forbidden', CHART_IS_RESTRICTED, { subject: { resourceType: 'patient', resourceId } })

/** Locks a patient's row until the transaction ends. Does not check access. */
export const lockPatientRow = ({ db }: RequestContext, patientId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 FROM patients WHERE id = ${patientId}::uuid FOR UPDATE`

/**
 * Returns a visible patient and locks the row until the transaction ends. The second of two concurrent
 * changes waits and then sees the first.
 */
export async function patientForUpdate(ctx: OperationContext, patientId: string): Promise<Patient> {
  if (!isUuid(patientId)) throw notFound('Patient', patientId)
  await lockPatientRow(ctx, patientId)
  return visiblePatient(ctx, patientId)
}
