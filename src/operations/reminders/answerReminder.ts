import { Failure } from '#domain/errors.ts'
import { answerReminderInput } from '#domain/reminders/reminder.ts'
import { REMINDER_GONE } from '#domain/reminders/texts.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { pageOf, type ReminderPage } from './readReminder.ts'
import { findReminder, isCurrent, type KnownReminder } from './reminderLink.ts'
import { changeReminders } from './setPatientReminders.ts'

/**
 * Records a patient's answer to a reminder. The same answer again changes nothing. Stopping works with an old link too,
 * because the e-mail stays in the mailbox. Throws `not_found` for an unknown link, or an old one and another answer.
 */
export const answerReminder = unwrapped(
  answerReminderInput,
  (ctx: RequestContext, { secret, answer }): Promise<ReminderPage> =>
    inTransaction(ctx, async (inside) => {
      const { patientId } = await findReminder(inside, secret)
      await lockPatientRow(inside, patientId)
      const reminder = await findReminder(inside, secret)
      if (answer === 'stop') await changeReminders(inside, reminder.patient, true)
      else if (!isCurrent(inside, reminder)) {
        const subject = { resourceType: 'patient_reminder', resourceId: reminder.id }
        throw new Failure('not_found', REMINDER_GONE, { subject })
      } else if (answer === 'confirm') await confirm(inside, reminder)
      else await askForCall(inside, reminder)
      return pageOf(inside, await findReminder(inside, secret))
    }),
)

async function confirm(ctx: RequestContext, { appointment }: KnownReminder): Promise<void> {
  if (!appointment || appointment.patientAnswer === 'confirmed') return
  await keepAnswer(ctx, appointment, 'confirmed')
}

async function askForCall(ctx: RequestContext, reminder: KnownReminder): Promise<void> {
  const { id, patient, appointment, callWantedAt } = reminder
  if (appointment && appointment.patientAnswer !== 'call_wanted')
    await keepAnswer(ctx, appointment, 'call_wanted')
  // One alert for each link, however often the button is pressed.
  if (callWantedAt) return
  await ctx.db.patientReminder.update({ where: { id }, data: { callWantedAt: ctx.now() } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient_reminder',
    resourceId: id,
    patientId: patient.id,
    details: { fields: ['callWantedAt'], byLink: true },
  })
  const users = [appointment?.createdById, reminder.request?.sentById].filter((user) => user !== undefined)
  await sendAlert(ctx, 'call_wanted', { patient, users })
}

async function keepAnswer(
  ctx: RequestContext,
  { id, patientId }: { id: string; patientId: string },
  patientAnswer: 'confirmed' | 'call_wanted',
): Promise<void> {
  await ctx.db.appointment.update({
    where: { id },
    data: { patientAnswer, patientAnsweredAt: ctx.now() },
    select: { id: true },
  })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'appointment',
    resourceId: id,
    patientId,
    details: { fields: ['patientAnswer'], byLink: true },
  })
}
