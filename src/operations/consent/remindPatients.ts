import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { queueMail, queueText } from '../mail/queueMail.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { createReminder } from '../reminders/reminderLink.ts'
import { isOursToMail, nextReminderAt } from './mailConsentRequest.ts'

/** Requests per run; the next run continues. */
const BATCH = 500

/**
 * Reminds the patients whose reminder is due and schedules the next one. Without mail it does nothing and
 * keeps the schedule. Safe to repeat and to run concurrently.
 */
export async function remindPatients(ctx: RequestContext): Promise<number> {
  if (!ctx.mailer) return 0
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
  patient: { remindersStoppedAt: null },
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
  const before = await ctx.db.mailMessage.count({ where: { requestId: id, kind: 'consent_reminder' } })
  const isWanted = isOursToMail(request) && before < ctx.consentRules.reminders
  await ctx.db.consentRequest.update({
    where: { id },
    data: { nextReminderAt: isWanted ? nextReminderAt(ctx, request, before + 1) : null },
  })
  if (!isWanted) return false
  const to = request.patient.email
  const link = await createReminder(ctx, { kind: 'form', patientId, requestId: id })
  await queueMail(ctx, {
    ...{ kind: 'consent_reminder', to, patientId, requestId: id },
    ...(link && { reminderId: link.id }),
  })
  if (link)
    await queueText(ctx, request.patient, { kind: 'consent_text', requestId: id, reminderId: link.id })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'consent_request',
    resourceId: id,
    patientId,
    details: { fields: ['nextReminderAt'], reminder: before + 1 },
  })
  return true
}
