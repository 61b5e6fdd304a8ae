import * as z from 'zod/mini'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { newParameters } from '../sqlParameters.ts'
import {
  countOpen,
  newActsSql,
  RECORD_OF_ACT,
  RECORD_ROWS,
  type RecordRow,
  VISIT_GAP_MS,
} from './readNewSinceVisit.ts'

/** A patient, and what others did since the actor's last visit. */
export type NewForMe = Pick<Patient, 'id' | 'firstName' | 'lastName'> & Omit<Acts, 'id'>

type Acts = {
  id: string
  isAdded: boolean
  isSigned: boolean
  isDeclined: boolean
  recordsAdded: number
}
type Row = Acts & { records: RecordRow[] }

/** The maximum number of patients returned. */
export const NEW_FOR_ME_MAX = 5

/**
 * Returns the visible patients with something new since the actor's last visit to the dashboard, the latest first. Reads
 * the same rows as the dashboard's counts. Notes are left out, because an attorney may not know of every note, and so are
 * records that are closed to the actor. Records no visit. The list is audited.
 */
export const listNewForMe = operation(z.strictObject({}), async (ctx): Promise<NewForMe[]> => {
  authorize(ctx, 'patient.list')
  const since = await lastVisit(ctx)
  if (!since) return []
  const { values, add } = newParameters()
  const isRecord = `act.action = 'created' AND act.resource_type = 'patient_record'`
  const isPatient = `act.action = 'created' AND act.resource_type = 'patient'`
  const acts = await ctx.db.$queryRawUnsafe<Row[]>(
    `SELECT act.patient_id AS id, bool_or(${isPatient}) AS "isAdded",
       bool_or(act.action = 'consent_signed') AS "isSigned", bool_or(act.action = 'consent_declined') AS "isDeclined",
       (count(*) FILTER (WHERE ${isRecord}))::int AS "recordsAdded", ${RECORD_ROWS} AS records
     ${newActsSql(ctx, since, add, RECORD_OF_ACT)} AND (${isPatient} OR ${isRecord} OR act.action <> 'created')
     GROUP BY act.patient_id ORDER BY max(act.created_at) DESC, act.patient_id LIMIT ${NEW_FOR_ME_MAX}`,
    ...values,
  )
  const patients = await ctx.db.patient.findMany({ where: { id: { in: acts.map(({ id }) => id) } } })
  const byId = new Map(patients.map((patient) => [patient.id, patient]))
  const found = acts.flatMap((act) => withName(ctx, byId.get(act.id), act))
  const patientIds = found.map(({ id }) => id)
  await auditListed(ctx, 'patient', { filters: ['news'], count: found.length, patientIds })
  return found
})

function withName(ctx: OperationContext, patient: Patient | undefined, { records, ...act }: Row): NewForMe[] {
  if (!patient) return []
  const recordsAdded = ctx.actor.role === 'attorney' ? countOpen(ctx, records) : act.recordsAdded
  if (!act.isAdded && !act.isSigned && !act.isDeclined && recordsAdded === 0) return []
  return [{ ...act, recordsAdded, firstName: patient.firstName, lastName: patient.lastName }]
}

/** The end of the actor's last visit to the dashboard; `null` if there was none, or the caller is a program. */
async function lastVisit({ db, actor, now }: OperationContext): Promise<Date | null> {
  if (actor.key) return null
  const visit = await db.dashboardVisit.findUnique({ where: { userId: actor.id } })
  if (!visit) return null
  return visit.visitedAt.getTime() < now().getTime() - VISIT_GAP_MS ? visit.visitedAt : visit.since
}
