import { openTaskStatuses } from '#domain/tasks/task.ts'
import type { Closure } from '#infra/prisma/client.ts'
import { closureFacts } from '../appointments/closures.ts'
import { refuseDoubleBooking } from '../appointments/takeSlot.ts'
import { type AuditEntry, auditAll } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { rescheduleDueAlerts } from '../tasks/alertTaskDue.ts'

type Zones = { from: string; to: string }
type Moved = { id: string; patientId: string | null }

/**
 * Moves coming appointments, closures and the due dates of open tasks to the same clock time in the clinic's new time zone:
 * an appointment at 2 PM stays at 2 PM. Past ones do not move. Reminders of moved appointments are sent again, because they named the
 * earlier time zone. Throws `conflict` if two appointments would overlap, where daylight saving time skips an hour.
 */
export async function keepClockTimes(ctx: OperationContext, zones: Zones): Promise<void> {
  const appointments = await refuseDoubleBooking(ctx, 'timeZone', () => moveAppointments(ctx, zones))
  const closures = await moveClosures(ctx, zones)
  const tasks = await moveTasks(ctx, zones)
  await auditAll(ctx, [
    ...appointments.map(rowOf('appointment', 'scheduledAt')),
    ...tasks.map(rowOf('task', 'dueDate')),
    ...closures.map(
      (closure): AuditEntry => ({
        ...{ action: 'updated', resourceType: 'closure', resourceId: closure.id },
        details: { fields: ['startsAt', 'endsAt'], ...closureFacts(closure) },
      }),
    ),
  ])
}

const rowOf =
  (resourceType: 'appointment' | 'task', field: string) =>
  ({ id, patientId }: Moved): AuditEntry => ({
    ...{ action: 'updated', resourceType, resourceId: id, patientId, details: { fields: [field] } },
  })

/** While they move one after another, they are marked as double-booked, so that none meets one that is still to move. */
async function moveAppointments({ db, now }: OperationContext, { from, to }: Zones): Promise<Moved[]> {
  const coming = await db.$queryRaw<(Moved & { isDoubleBooked: boolean })[]>`
    SELECT id, patient_id AS "patientId", is_double_booked AS "isDoubleBooked" FROM appointments
    WHERE status = 'scheduled'
      AND GREATEST(scheduled_at, scheduled_at AT TIME ZONE ${from} AT TIME ZONE ${to}) > ${now()}
    ORDER BY id FOR UPDATE`
  const ids = coming.map(({ id }) => id)
  const single = coming.filter(({ isDoubleBooked }) => !isDoubleBooked).map(({ id }) => id)
  await db.appointment.updateMany({ where: { id: { in: single } }, data: { isDoubleBooked: true } })
  await db.$executeRaw`
    UPDATE appointments
    SET scheduled_at = scheduled_at AT TIME ZONE ${from} AT TIME ZONE ${to}, updated_at = ${now()}
    WHERE id = ANY(${ids}::uuid[])`
  // In a zone to the east they move earlier, perhaps over one that does not move because it has begun.
  await db.$executeRaw`
    UPDATE appointments moved SET is_double_booked = false
    WHERE id = ANY(${single}::uuid[]) AND NOT EXISTS (
      SELECT FROM appointments other
      WHERE other.status = 'scheduled' AND NOT other.is_double_booked
        AND (other.provider_id = moved.provider_id OR other.patient_id = moved.patient_id)
        AND appointment_span(other.scheduled_at, other.duration) && appointment_span(moved.scheduled_at, moved.duration))`
  return coming
}

type MovedClosure = Pick<Closure, 'id' | 'providerId' | 'startsAt' | 'endsAt'>

const moveClosures = ({ db, now }: OperationContext, { from, to }: Zones): Promise<MovedClosure[]> =>
  db.$queryRaw<MovedClosure[]>`
    UPDATE closures
    SET starts_at = starts_at AT TIME ZONE ${from} AT TIME ZONE ${to},
      ends_at = GREATEST(ends_at AT TIME ZONE ${from} AT TIME ZONE ${to},
        starts_at AT TIME ZONE ${from} AT TIME ZONE ${to} + interval '1 minute')
    WHERE GREATEST(ends_at, ends_at AT TIME ZONE ${from} AT TIME ZONE ${to}) > ${now()}
    RETURNING id, provider_id AS "providerId", starts_at AS "startsAt", ends_at AS "endsAt"`

async function moveTasks(ctx: OperationContext, { from, to }: Zones): Promise<Moved[]> {
  const moved = await ctx.db.$queryRaw<Moved[]>`
    UPDATE tasks
    SET due_date = due_date AT TIME ZONE ${from} AT TIME ZONE ${to}, updated_at = ${ctx.now()}
    WHERE due_date IS NOT NULL AND status::text = ANY(${[...openTaskStatuses]})
    RETURNING id, patient_id AS "patientId"`
  await rescheduleDueAlerts(
    ctx,
    moved.map(({ id }) => id),
  )
  return moved
}
