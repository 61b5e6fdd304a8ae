import type { Actor } from '#domain/access/actor.ts'
import { type VisibilityReason, visibilityReasons } from '#domain/access/visibility.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { CHART_IS_RESTRICTED } from '#domain/patients/restriction.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import type { Parameters } from '../sqlParameters.ts'

/** Who asks, and when. Break-the-glass access to a restricted chart may have expired by then. */
export type Viewer = { actor: Actor; now: () => Date }

const filters: Record<VisibilityReason, (asker: Viewer) => Prisma.PatientWhereInput> = {
  any: () => ({}),
  unrestricted: () => ({ restrictedAt: null }),
  created: ({ actor }) => ({ createdById: actor.id }),
  assigned: ({ actor }) => ({ assignedAttorneyId: actor.id }),
  broke_glass: ({ actor, now }) => ({
    brokenGlasses: { some: { userId: actor.id, endsAt: { gt: now() } } },
  }),
}

/** The filter for patients visible to a user: the rule of `domain/access/visibility.ts` as a query. */
export function patientsVisibleTo(asker: Viewer): Prisma.PatientWhereInput {
  const [only, ...others] = visibilityReasons(asker.actor).map((reason) => filters[reason](asker))
  return only && others.length === 0 ? only : { OR: only ? [only, ...others] : [] }
}

const conditions: Record<VisibilityReason, (asker: Viewer, add: Parameters['add']) => string> = {
  any: () => 'true',
  unrestricted: () => 'patient.restricted_at IS NULL',
  created: ({ actor }, add) => `patient.created_by = ${add(actor.id, 'uuid')}`,
  assigned: ({ actor }, add) => `patient.assigned_attorney = ${add(actor.id, 'uuid')}`,
  broke_glass: ({ actor, now }, add) =>
    `EXISTS (SELECT FROM break_glasses opened WHERE opened.patient_id = patient.id
      AND opened.user_id = ${add(actor.id, 'uuid')} AND opened.ends_at > ${add(now(), 'timestamptz')})`,
}

/** The same filter in SQL, for a statement that reads from `patients AS patient`. */
export const isVisibleSql = (asker: Viewer, add: Parameters['add']): string =>
  visibilityReasons(asker.actor)
    .map((reason) => conditions[reason](asker, add))
    .join(' OR ') || 'false'

/** The same filter for rows that refer to a patient. */
export const ofVisiblePatients = (asker: Viewer): { patient?: Prisma.PatientWhereInput } =>
  asker.actor.role === 'admin' ? {} : { patient: patientsVisibleTo(asker) }

/**
 * The same rule for statements in SQL: patients of `assignee` unless it is `null`, except `locked_patients` with
 * the other arguments. A test compares all forms of the rule.
 */
export function visibilityArguments({ actor, now }: Viewer) {
  const reasons = visibilityReasons(actor)
  const seesUnrestricted = reasons.includes('unrestricted')
  return {
    assignee: reasons.includes('any') || seesUnrestricted ? null : actor.id,
    staff: seesUnrestricted ? actor.id : null,
    at: now(),
    inPerson: reasons.includes('broke_glass'),
  }
}

/** The newest consent request of a patient. It is the active one if there is one. */
export const newestRequest = {
  orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
  take: 1,
}

/** The columns of a user that every user of the clinic may see. */
export const shownUser = {
  id: true,
  firstName: true,
  lastName: true,
  firm: true,
  role: true,
  kind: true,
} as const

/** The relations of a patient to load. The schema derives them from the selected fields. */
export type PatientSelection = {
  include?: Prisma.PatientInclude
  /** The columns that will be read, so that a list can leave out the others. `null` means all. */
  columns?: ReadonlySet<string> | null
}

/**
 * Returns a patient that is visible to the actor. Throws `not_found` for a missing and for an invisible one.
 * Staff may see the names of restricted charts, so those throw `forbidden`.
 */
export async function visiblePatient(
  ctx: OperationContext,
  patientId: string,
  { include }: PatientSelection = {},
): Promise<Patient> {
  const patient = isUuid(patientId)
    ? await ctx.db.patient.findFirst({
        where: { id: patientId, ...patientsVisibleTo(ctx) },
        ...(include && { include }),
      })
    : null
  if (patient) return patient
  throw (await isRestricted(ctx, patientId)) ? chartIsRestricted(patientId) : notFound('Patient', patientId)
}

/** Whether a chart is restricted and closed to this staff member. Always false for other roles. */
export async function isRestricted(ctx: OperationContext, patientId: string): Promise<boolean> {
  const { staff, at, inPerson } = visibilityArguments(ctx)
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
