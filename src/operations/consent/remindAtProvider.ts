import { isSendingTime } from '#domain/reminders/reminder.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { getsReminders } from '../reminders/getsReminders.ts'
import { nextReminderAt } from './mailConsentRequest.ts'
import { orTryAgain } from './recordProviderProblem.ts'

/** Requests per run; the next run continues. */
const BATCH = 100

/**
 * Asks the provider to remind the patients whom we do not e-mail, on the same schedule and at the same hours. Safe to
 * repeat and to run concurrently.
 */
export async function remindAtProvider(ctx: RequestContext): Promise<void> {
  if (!isSendingTime(ctx.now(), ctx.timeZone)) return
  const due = await ctx.db.consentRequest.findMany({
    where: isDue(ctx.now()),
    orderBy: { nextReminderAt: 'asc' },
    take: BATCH,
    select: { id: true, patientId: true },
  })
  await eachByItself(due, (request) => inTransaction(ctx, (inside) => remind(inside, request)))
}

const isDue = (now: Date) => ({
  state: 'sent' as const,
  provider: 'docusign' as const,
  nextReminderAt: { lte: now },
  patient: getsReminders,
  expiresAt: { gt: now },
})

async function remind(
  ctx: RequestContext,
  { id, patientId }: { id: string; patientId: string },
): Promise<void> {
  await lockPatientRow(ctx, patientId)
  const request = await ctx.db.consentRequest.findFirst({ where: { id, ...isDue(ctx.now()) } })
  if (!request) return
  const reminder = request.remindersSent + 1
  const isWanted = reminder <= ctx.consentRules.reminders
  await ctx.db.consentRequest.update({
    where: { id },
    data: isWanted
      ? { remindersSent: reminder, nextReminderAt: nextReminderAt(ctx, request, reminder) }
      : { nextReminderAt: null },
  })
  if (!isWanted) return
  await enqueue(ctx, 'remind_envelope', { requestId: id }, { runAt: ctx.now(), key: `remind:${id}` })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'consent_request',
    resourceId: id,
    patientId,
    details: { fields: ['nextReminderAt'], reminder },
  })
}

/**
 * Asks the provider of an open request to remind the patient. Does nothing for a closed request or one that
 * we e-mail.
 */
export async function remindEnvelope(
  ctx: RequestContext,
  payload: { requestId: string; tries?: number },
): Promise<void> {
  const request = await ctx.db.consentRequest.findUnique({ where: { id: payload.requestId } })
  if (request?.state !== 'sent' || request.envelopeId === null) return
  const { remote } = ctx.signing.of(request.provider)
  const { envelopeId } = request
  if (!remote) return
  const job = { task: 'remind_envelope' as const, payload, key: `remind:${request.id}` }
  await orTryAgain(ctx, request, job, () => remote.remind(envelopeId))
}
