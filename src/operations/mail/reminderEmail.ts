import { reminderPath } from '#domain/access/screens.ts'
import { showExactly } from '#domain/dates.ts'
import { FORM_MAIL_LINK, visitMail } from '#domain/reminders/texts.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import { reminderSecret } from '../consent/derivedSecrets.ts'
import type { RequestContext } from '../context.ts'
import { isCurrent } from '../reminders/reminderLink.ts'
import type { MessageText } from './renderEmail.ts'

/** Writes the reminder of a visit; `null` if the visit was moved or canceled, or the patient stopped reminders. */
export async function visitReminderEmail(
  ctx: RequestContext,
  { reminderId }: MailMessage,
): Promise<MessageText | null> {
  const reminder = reminderId
    ? await ctx.db.patientReminder.findUnique({
        where: { id: reminderId },
        include: { patient: true, appointment: true, request: true },
      })
    : null
  if (!reminder?.appointment || !isCurrent(ctx, reminder) || reminder.patient.remindersStoppedAt) return null
  const address = reminderAddress(ctx, reminder.id)
  if (!address) return null
  const at = showExactly(reminder.appointment.scheduledAt, ctx.timeZone)
  const { subject, opening, linkLabel, after } = visitMail({ clinic: ctx.name, at, phone: ctx.phone })
  return {
    ...{ subject, paragraphs: [opening], after },
    link: { label: linkLabel, address },
    unsubscribe: address,
  }
}

/** The second link and the header of the reminder of an unsigned form. */
export function formReminderLinks(
  ctx: RequestContext,
  { reminderId }: MailMessage,
): Pick<MessageText, 'secondLink' | 'unsubscribe'> {
  const address = reminderId && reminderAddress(ctx, reminderId)
  return address ? { secondLink: { label: FORM_MAIL_LINK, address }, unsubscribe: address } : {}
}

function reminderAddress(ctx: RequestContext, reminderId: string): string | null {
  const secret = reminderSecret(ctx, reminderId)
  return secret && `${ctx.publicUrl}${reminderPath(secret)}`
}
