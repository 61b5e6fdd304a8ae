import { addDays, clinicDay, dateOf, dayOf, showDay } from '#domain/dates.ts'
import { DUE_SOON_DAYS } from '#domain/patientRequests/patientRequest.ts'
import type { PatientRequest } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'

/** Requests in one run. The next run continues. */
const BATCH = 200

/**
 * Alerts administrators and the user who recorded a request once when it is due within seven days, and once when it is
 * overdue. Returns the number of alerted requests.
 */
export async function alertRequestsDue(ctx: RequestContext): Promise<number> {
  const today = clinicDay(ctx.now(), ctx.timeZone)
  const open = { answeredOn: null }
  const overdue = { ...open, dueOn: { lt: dateOf(today) }, overdueToldAt: null }
  const soon = {
    ...open,
    dueOn: { gte: dateOf(today), lte: dateOf(addDays(today, DUE_SOON_DAYS)) },
    dueToldAt: null,
  }
  const due = await ctx.db.patientRequest.findMany({
    where: { OR: [overdue, soon] },
    orderBy: { dueOn: 'asc' },
    take: BATCH,
    select: { id: true },
  })
  let alerted = 0
  for (const { id } of due)
    alerted += await inTransaction(ctx, async (inside) => {
      await inside.db.$queryRaw`SELECT 1 FROM patient_requests WHERE id = ${id}::uuid FOR UPDATE`
      const still = await inside.db.patientRequest.findFirst({ where: { id, OR: [overdue, soon] } })
      if (!still) return 0
      await alertOf(inside, still, dayOf(still.dueOn) < today)
      return 1
    })
  return alerted
}

async function alertOf(ctx: RequestContext, request: PatientRequest, isOverdue: boolean): Promise<void> {
  const { id, patientId, kind, dueOn, recordedById } = request
  const field = isOverdue ? 'overdueToldAt' : 'dueToldAt'
  await ctx.db.patientRequest.update({ where: { id }, data: { [field]: ctx.now() } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient_request',
    resourceId: id,
    patientId,
    details: { fields: [field] },
  })
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  // Somebody who has become an attorney since must not learn of the request.
  const recorder = await ctx.db.user.findFirst({
    where: { id: recordedById, isActive: true, deletedAt: null, role: { in: ['admin', 'staff'] } },
    select: { id: true },
  })
  await sendAlert(ctx, 'patient_request_due', {
    ...{ patient, kind },
    users: recorder ? [recorder.id] : [],
    dueOn: showDay(dayOf(dueOn)),
    isOverdue,
  })
}
