import { signingPath } from '#domain/access/screens.ts'
import type { TextKind } from '#domain/mail/mail.ts'
import { languageDates } from '#domain/patientTexts/languageDates.ts'
import { isSendingTime } from '#domain/reminders/reminder.ts'
import { reminderTexts } from '#domain/reminders/texts.ts'
import type { MailMessage, Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { agreedToTexts } from '../patients/phoneNumber.ts'
import { currentReminder, reminderAddress } from './reminderEmail.ts'

/** Writes a text message; `null` if it should no longer be sent. */
type Compose = (ctx: RequestContext, message: MailMessage) => Promise<string | null>

/** How each kind of text message is written at sending time. None has a name or a word about why the patient comes. */
export const textComposers: Record<TextKind, Compose> = {
  visit_text: async (ctx, message) => {
    const reminder = await currentReminder(ctx, message)
    const address = reminder && reminderAddress(ctx, reminder)
    if (!reminder?.appointment || !address || !mayText(ctx, reminder.patient, message)) return null
    const { preferredLanguage: language } = reminder.patient
    const at = languageDates[language].visit(reminder.appointment.scheduledAt, ctx.timeZone)
    return reminderTexts[language].text.visit(ctx.name, at, address)
  },
  consent_text: async (ctx, message) => {
    const reminder = await currentReminder(ctx, message)
    const request = reminder?.request
    if (!request || request.paperRequestedAt || !mayText(ctx, reminder.patient, message)) return null
    const secret = ctx.signing.of(request.provider).linkSecret(request.idempotencyKey, request.linkHash)
    return (
      secret && reminderTexts[request.language].text.form(ctx.name, `${ctx.publicUrl}${signingPath(secret)}`)
    )
  },
}

/** A message that was put off into the night is not sent. One for an earlier number is not either. */
const mayText = (ctx: RequestContext, patient: Patient, { toAddress }: MailMessage): boolean =>
  isSendingTime(ctx.now(), ctx.timeZone) && agreedToTexts(patient) && patient.textNumber === toAddress
