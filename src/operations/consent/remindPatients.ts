import { isSendingTime } from '#domain/reminders/reminder.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { canMail, canText, queueMail, queueText } from '../mail/queueMail.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { getsReminders } from '../reminders/getsReminders.ts'
import { createReminder } from '../reminders/reminderLink.ts'
import { isOursToMail, nextReminderAt } from './mailConsentRequest.ts'

/** Requests per run; the next run continues. */
const BATCH = 500

/**
 * Reminds the patients whose reminder is due, by e-mail and by text message to those who agreed, and schedules the next
 * one. At night, and without mail and text messages, it does nothing. Safe to repeat and to run concurrently.
 */
export async function remindPatients(ctx: RequestContext): Promise<number> {
  if (!ctx.mailer && !ctx.textMessages) return 0
  if (!isSendingTime(ctx.now(), ctx.timeZone)) return 0
  const due = await ctx.db.consentRequest.findMany({
    where: isDue(ctx.now()),
    orderBy: { nextReminderAt: 'asc' },
    take: BATCH,
    select: { id: true, patientId: true },
  })
  let reminded = 0
  await eachByItself(due, async (request) => {
    if (await inTransaction(ctx, (inside) => remind(inside, request))) reminded += 1
  })
  return reminded
}

const isDue = (now: Date) => ({
  state: 'sent' as const,
  provider: 'built_in' as const,
  nextReminderAt: { lte: now },
  expiresAt: { gt: now },
  paperRequestedAt: null,
  patient: getsReminders,
})

async function remind(
  ctx: RequestContext,
  { id, patientId }: { id: string; patientId: string },
): Promise<boolean> {
  await lockPatientRow(ctx, patientId)
  const request = await ctx.db.consentRequest.findFirst({
    where: { id, ...isDue(ctx.now()) },
    include: { patient: { select: { id: true, email: true, phone: true, textNumber: true } } },
  })
  if (!request) return false
  const { patient } = request
  const before = await remindersOf(ctx, { id, patientId })
  const isWanted = isOursToMail(request) && before < ctx.consentRules.reminders
  // A patient who can get neither message is not reminded now, but may agree to text messages later.
  const isReachable = canMail(ctx, patient.email) || canText(ctx, patient)
  const after = isReachable ? before + 1 : before
  await ctx.db.consentRequest.update({
    where: { id },
    data: { nextReminderAt: isWanted ? nextReminderAt(ctx, request, after) : null },
  })
  if (!isWanted || !isReachable) return false
  const reminder = await createReminder(ctx, { kind: 'form', patientId, requestId: id })
  if (!reminder) return false
  const about = { requestId: id, reminderId: reminder.id }
  await queueMail(ctx, { kind: 'consent_reminder', to: patient.email, patientId, ...about })
  await queueText(ctx, patient, { kind: 'consent_text', ...about })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'consent_request',
    resourceId: id,
    patientId,
    details: { fields: ['nextReminderAt'], reminder: after },
  })
  return true
}

/** How many reminders of a request were made. Those of release 0.2.0 are only in the outbox. */
async function remindersOf(
  { db }: RequestContext,
  { id: requestId, patientId }: { id: string; patientId: string },
): Promise<number> {
  const made = await db.patientReminder.count({ where: { patientId, requestId } })
  const earlier = { requestId, kind: 'consent_reminder', reminderId: null } as const
  return made + (await db.mailMessage.count({ where: earlier }))
}
