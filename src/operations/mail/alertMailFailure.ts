import { isTextKind } from '#domain/mail/mail.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'

/** Minimum time between alerts to administrators about failed e-mails that are not about a patient. */
const QUIET_MS = 86_400_000

/** Alerts the administrators and the sender that an e-mail or text message was given up. */
export async function alertMailFailure(ctx: RequestContext, message: MailMessage): Promise<void> {
  const patient = message.patientId
    ? await ctx.db.patient.findUnique({ where: { id: message.patientId } })
    : null
  if (!patient) return alertOnceADay(ctx)
  const users = await sendersOf(ctx, message)
  await sendAlert(ctx, isTextKind(message.kind) ? 'text_failed' : 'mail_failed', { patient, users })
}

/** The user who sent the form, or booked the appointment, that the message is about. */
async function sendersOf({ db }: RequestContext, { requestId, reminderId }: MailMessage): Promise<string[]> {
  const request = requestId
    ? await db.consentRequest.findUnique({ where: { id: requestId }, select: { sentById: true } })
    : null
  const reminder = reminderId
    ? await db.patientReminder.findUnique({
        where: { id: reminderId },
        select: { appointment: { select: { createdById: true } } },
      })
    : null
  return [request?.sentById, reminder?.appointment?.createdById].filter((id) => id !== undefined)
}

async function alertOnceADay(ctx: RequestContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - QUIET_MS)
  const earlierAlert = await ctx.db.alert.findFirst({
    where: { type: 'mail_failed', patientId: null, createdAt: { gt: since } },
    select: { id: true },
  })
  if (earlierAlert) return
  await sendAlert(ctx, 'mail_failed', {})
}
