import { reminderPath } from '#domain/access/screens.ts'
import type { Language } from '#domain/language.ts'
import { languageDates } from '#domain/patientTexts/languageDates.ts'
import { reminderTexts } from '#domain/reminders/texts.ts'
import type { MailMessage, PatientReminder } from '#infra/prisma/client.ts'
import { reminderSecret } from '../consent/derivedSecrets.ts'
import type { RequestContext } from '../context.ts'
import { isCurrent, type KnownReminder } from '../reminders/reminderLink.ts'
import type { MessageText } from './renderEmail.ts'

/** Writes the reminder of a visit; `null` if the visit was moved or cancelled, or the patient stopped reminders. */
export async function visitReminderEmail(
  ctx: RequestContext,
  message: MailMessage,
): Promise<MessageText | null> {
  const reminder = await currentReminder(ctx, message)
  if (!reminder?.appointment) return null
  const address = reminderAddress(ctx, reminder)
  if (!address) return null
  const language = reminder.patient.preferredLanguage
  const { mail } = reminderTexts[language]
  const at = languageDates[language].visit(reminder.appointment.scheduledAt, ctx.timeZone)
  return {
    language,
    subject: mail.subject(ctx.name),
    paragraphs: [mail.opening(ctx.name, at)],
    link: { label: mail.link, address },
    after: [mail.change({ clinic: ctx.name, phone: ctx.phone }), mail.stop],
    address: ctx.address,
    unsubscribe: address,
  }
}

/** The second link and the header of the reminder of an unsigned form, which is in the language of the form. */
export async function formReminderLinks(
  ctx: RequestContext,
  { reminderId }: MailMessage,
  language: Language,
): Promise<Pick<MessageText, 'secondLink' | 'unsubscribe'>> {
  const reminder = reminderId ? await ctx.db.patientReminder.findUnique({ where: { id: reminderId } }) : null
  const address = reminder && reminderAddress(ctx, reminder)
  const label = reminderTexts[language].mail.formLink
  return address ? { secondLink: { label, address }, unsubscribe: address } : {}
}

/** The reminder of a message; `null` if its subject is over, or the patient gets none anymore. */
export async function currentReminder(
  ctx: RequestContext,
  { reminderId }: MailMessage,
): Promise<KnownReminder | null> {
  const reminder = reminderId
    ? await ctx.db.patientReminder.findUnique({
        where: { id: reminderId },
        include: { patient: true, appointment: true, request: true },
      })
    : null
  if (!reminder || !isCurrent(ctx, reminder)) return null
  const { remindersStoppedAt, dateOfDeath } = reminder.patient
  return remindersStoppedAt || dateOfDeath ? null : reminder
}

/** The address of a reminder's page. */
export function reminderAddress(
  ctx: RequestContext,
  { id, linkHash }: Pick<PatientReminder, 'id' | 'linkHash'>,
): string | null {
  const secret = reminderSecret(ctx, id, linkHash)
  return secret && `${ctx.publicUrl}${reminderPath(secret)}`
}
