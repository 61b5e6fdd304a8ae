import { addDays, clinicDay, endOfDay, startOfDay } from '#domain/dates.ts'
import { isSendingTime, reminderDays } from '#domain/reminders/reminder.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { queueMail, queueText } from '../mail/queueMail.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { getsReminders } from './getsReminders.ts'
import { createReminder } from './reminderLink.ts'

/** Reminders per run; the next run continues. */
const BATCH = 500

/**
 * Reminds the patients of their consultations on the days before that the clinic has set, by day in the clinic's time
 * zone. Without mail and text messages it does nothing. Safe to repeat and to run concurrently: the database has each reminder once.
 */
export async function remindOfVisits(ctx: RequestContext): Promise<number> {
  if (!ctx.mailer && !ctx.textMessages) return 0
  if (!isSendingTime(ctx.now(), ctx.timeZone)) return 0
  const day = clinicDay(ctx.now(), ctx.timeZone)
  let reminded = 0
  for (const daysBefore of reminderDays(ctx.visitReminders)) {
    const due = await ctx.db.appointment.findMany({
      where: isDue(ctx, addDays(day, daysBefore), daysBefore),
      orderBy: [{ scheduledAt: 'asc' }, { id: 'asc' }],
      take: BATCH,
      select: { id: true, patientId: true },
    })
    await eachByItself(due, async (appointment) => {
      if (await inTransaction(ctx, (inside) => remind(inside, appointment, daysBefore))) reminded += 1
    })
  }
  return reminded
}

const isDue = ({ timeZone }: Pick<RequestContext, 'timeZone'>, day: string, daysBefore: number) => ({
  isConsultation: true,
  status: 'scheduled' as const,
  scheduledAt: { gte: startOfDay(day, timeZone), lt: endOfDay(day, timeZone) },
  patient: { status: { not: 'dropped' as const }, ...getsReminders },
  reminders: { none: { daysBefore, voidedAt: null } },
})

async function remind(
  ctx: RequestContext,
  { id, patientId }: { id: string; patientId: string },
  daysBefore: number,
): Promise<boolean> {
  await lockPatientRow(ctx, patientId)
  const day = addDays(clinicDay(ctx.now(), ctx.timeZone), daysBefore)
  const appointment = await ctx.db.appointment.findFirst({
    where: { id, ...isDue(ctx, day, daysBefore) },
    include: { patient: { select: { id: true, email: true, phone: true, textNumber: true } } },
  })
  if (!appointment) return false
  const reminder = await createReminder(ctx, { kind: 'visit', patientId, appointmentId: id, daysBefore })
  if (!reminder) return false
  const { patient } = appointment
  await queueMail(ctx, { kind: 'visit_reminder', to: patient.email, patientId, reminderId: reminder.id })
  await queueText(ctx, patient, { kind: 'visit_text', reminderId: reminder.id })
  await audit(ctx, {
    action: 'created',
    resourceType: 'patient_reminder',
    resourceId: reminder.id,
    patientId,
    details: { kind: 'visit', daysBefore },
  })
  return true
}
