import { alertPath, signingPath } from '#domain/access/screens.ts'
import { alertTypes } from '#domain/alerts/alertTypes.ts'
import { CODE_MINUTES } from '#domain/consent/signingInputs.ts'
import { showInstantDay } from '#domain/dates.ts'
import type { MailMessage, Prisma } from '#infra/prisma/client.ts'
import { alertsVisibleTo } from '../alerts/alerts.ts'
import { copyPath, copySecret, identityCode } from '../consent/derivedSecrets.ts'
import type { RequestContext } from '../context.ts'
import { forwardingEmail } from './forwardingEmail.ts'
import { formReminderLinks, visitReminderEmail } from './reminderEmail.ts'
import type { MessageText } from './renderEmail.ts'

/** Writes an e-mail's current text; `null` if it should no longer be sent. */
type Compose = (ctx: RequestContext, message: MailMessage) => Promise<MessageText | null>

/**
 * How each kind of e-mail is written at sending time. The text is therefore current, and the outbox stores no
 * text and no secret.
 */
export const composers: Record<MailMessage['kind'], Compose> = {
  consent_invitation: (ctx, message) =>
    signingEmail(ctx, message, {
      subject: `${ctx.name}: please read and sign a form`,
      opening: `${ctx.name} has a consent form for you to read and sign. You can use a phone or a computer. It takes a few minutes.`,
    }),
  consent_reminder: (ctx, message) =>
    signingEmail(ctx, message, {
      where: { paperRequestedAt: null, patient: { remindersStoppedAt: null } },
      subject: `${ctx.name}: a form is waiting for your signature`,
      opening: `${ctx.name} sent you a consent form to read and sign, and is waiting for your answer. You can use a phone or a computer. It takes a few minutes.`,
    }),
  identity_code: codeEmail,
  consent_copy: copyEmail,
  alert: alertEmail,
  records_forwarded: forwardingEmail,
  visit_reminder: visitReminderEmail,
}

async function signingEmail(
  ctx: RequestContext,
  message: MailMessage,
  { where, subject, opening }: { where?: Prisma.ConsentRequestWhereInput; subject: string; opening: string },
): Promise<MessageText | null> {
  const { requestId } = message
  const request =
    requestId === null
      ? null
      : await ctx.db.consentRequest.findFirst({
          where: { ...where, id: requestId, state: 'sent', expiresAt: { gt: ctx.now() } },
          include: { sentBy: { select: { firstName: true, lastName: true } } },
        })
  const secret =
    request && ctx.signing.of(request.provider).linkSecret(request.idempotencyKey, request.linkHash)
  if (!request || !secret) return null
  const day = showInstantDay(request.expiresAt, ctx.timeZone)
  return {
    subject,
    paragraphs: [opening],
    link: { label: 'Read and sign the form', address: `${ctx.publicUrl}${signingPath(secret)}` },
    ...formReminderLinks(ctx, message),
    after: [
      `The link works until ${day}, for one signature. Do not share it: anyone who has the link could sign for you.`,
      `On that page, you can also decline or ask for a paper form. Questions? Ask ${request.sentBy.firstName} ${request.sentBy.lastName}, who had this sent to you, or call ${ctx.name}. Replies to this message may not be read.`,
    ],
  }
}

async function codeEmail(ctx: RequestContext, { requestId }: MailMessage): Promise<MessageText | null> {
  if (!requestId) return null
  const request = await ctx.db.consentRequest.findFirst({
    where: {
      id: requestId,
      state: 'sent',
      expiresAt: { gt: ctx.now() },
      identityCodeHash: { not: null },
      identityCodeExpiresAt: { gt: ctx.now() },
    },
  })
  const code = request && identityCode(ctx, request)
  if (!code) return null
  return {
    subject: `${ctx.name}: your code`,
    paragraphs: [`Use this code to open the form from ${ctx.name}:`],
    code,
    after: [
      `It works for ${CODE_MINUTES} minutes after you ask for it, only in the browser you used. ${ctx.name} will never ask you for this code.`,
      `If you did not ask for a code, you don’t need to do anything. Questions? Call ${ctx.name}. Replies to this message may not be read.`,
    ],
  }
}

async function copyEmail(ctx: RequestContext, { requestId }: MailMessage): Promise<MessageText | null> {
  if (!requestId) return null
  const request = await ctx.db.consentRequest.findFirst({
    where: { id: requestId, state: 'signed', copyExpiresAt: { gt: ctx.now() } },
  })
  const secret = request && copySecret(ctx, request)
  if (!secret || !request.copyExpiresAt) return null
  return {
    subject: `${ctx.name}: your copy of the form you signed`,
    paragraphs: [
      `Thank you. Your copy of the form that you signed for ${ctx.name} is ready, to read and to keep.`,
    ],
    link: { label: 'Get your copy', address: `${ctx.publicUrl}${copyPath(secret)}` },
    after: [
      `The link works until ${showInstantDay(request.copyExpiresAt, ctx.timeZone)}. It is only for you, so please do not share it.`,
      `If you did not sign anything, or change your mind, call ${ctx.name}. Replies to this message may not be read.`,
    ],
  }
}

async function alertEmail(
  ctx: RequestContext,
  { alertId, userId }: MailMessage,
): Promise<MessageText | null> {
  const user =
    userId === null
      ? null
      : await ctx.db.user.findFirst({
          where: { id: userId, isActive: true, deletedAt: null, emailAlerts: true },
        })
  if (!user || !alertId) return null
  const alert = await ctx.db.alert.findFirst({
    where: { AND: [{ id: alertId, isRead: false }, alertsVisibleTo({ ...ctx, actor: user })] },
  })
  const sentence = alert && alertTypes[alert.type].mail
  if (!sentence) return null
  return {
    subject: `${ctx.name}: ${sentence}`,
    paragraphs: [`${sentence}. Sign in to Caseload to see the details.`],
    link: { label: 'See the details', address: `${ctx.publicUrl}${alertPath(alertId)}` },
    after: [
      `You received this message because you work with ${ctx.name}. You can turn these messages off in Caseload, under Settings. For help, ask an administrator of the clinic.`,
    ],
  }
}
