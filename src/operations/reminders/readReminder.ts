import { Failure } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import type { PatientAnswer } from '#domain/reminders/reminder.ts'
import { reminderLinkInput } from '#domain/reminders/reminder.ts'
import { REMINDER_GONE } from '#domain/reminders/texts.ts'
import type { PatientReminder } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { findReminder, isCurrent, type KnownReminder } from './reminderLink.ts'

/** What the holder of a reminder's link sees. It has no name and no word about why the patient comes. */
export type ReminderPage = {
  kind: PatientReminder['kind']
  /** The patient's language. */
  language: Language
  clinicName: string
  clinicPhone: string | null
  /** When the visit begins; `null` for a form. */
  scheduledAt: Date | null
  answer: PatientAnswer | null
  isStopped: boolean
}

/** Shows a reminder. Changes and records nothing, because mail scanners follow links too. */
export const readReminder = unwrapped(
  reminderLinkInput,
  async (ctx: RequestContext, { secret }): Promise<ReminderPage> => {
    const reminder = await findReminder(ctx, secret)
    if (!isCurrent(ctx, reminder)) {
      const subject = { resourceType: 'patient_reminder', resourceId: reminder.id }
      throw new Failure('not_found', REMINDER_GONE, { subject })
    }
    return pageOf(ctx, reminder)
  },
)

/** The page of a reminder. */
export const pageOf = (
  ctx: Pick<RequestContext, 'name' | 'phone'>,
  { kind, patient, appointment, callWantedAt }: KnownReminder,
): ReminderPage => ({
  kind,
  language: patient.preferredLanguage,
  clinicName: ctx.name,
  clinicPhone: ctx.phone,
  scheduledAt: appointment?.scheduledAt ?? null,
  answer: appointment ? appointment.patientAnswer : callWantedAt ? 'call_wanted' : null,
  isStopped: patient.remindersStoppedAt !== null,
})
