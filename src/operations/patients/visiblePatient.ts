import type { Actor } from '#domain/access/actor.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { CHART_IS_LOCKED } from '#domain/patients/restriction.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext, Visit } from '../context.ts'

/** Who asks, and when: what opens a restricted chart may be over by now. */
export type Asker = { actor: Actor; now: () => Date }

/**
 * Which patients are open to this person: for an attorney those assigned to them, and for staff all but the charts that
 * are restricted to others. A person may have broken the glass; programs that act for them have not. `isOpenTo` says
 * the same of one patient, and `locked_patients` in SQL.
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

/** The same for what hangs on a patient. */
export const ofVisiblePatients = (asker: Asker): { patient?: Prisma.PatientWhereInput } =>
  asker.actor.role === 'admin' ? {} : { patient: patientsVisibleTo(asker) }

/** What `locked_patients` is asked with: nothing is locked for whoever is not staff. */
export const lockedFor = ({ actor, now }: Asker) => ({
  staff: actor.role === 'staff' ? actor.id : null,
  at: now(),
  inPerson: !actor.key,
})

/** What of a patient a caller wants loaded along; made by the schema from the selected fields. */
export type PatientSelection = { include?: Prisma.PatientInclude }

/**
 * The patient, if it is open to the actor; throws `not_found` for a missing and an invisible one alike. Staff are shown
 * the names of restricted charts, so one of those is no secret to them, and `forbidden`.
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
  throw (await isLocked(ctx, patientId)) ? chartIsLocked(patientId) : notFound('Patient', patientId)
}

/** Whether a chart is restricted and not open to this member of staff; of nobody else is anything locked. */
export async function isLocked(ctx: OperationContext, patientId: string): Promise<boolean> {
  const { staff, at, inPerson } = lockedFor(ctx)
  if (staff === null || !isUuid(patientId)) return false
  const found = await ctx.db.$queryRaw<unknown[]>`
    SELECT FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}) WHERE id = ${patientId}::uuid`
  return found.length > 0
}

const chartIsLocked = (resourceId: string) =>
  new Failure('forbidden', CHART_IS_LOCKED, { subject: { resourceType: 'patient', resourceId } })

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
