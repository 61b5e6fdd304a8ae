import { alertPath, paths, signingPath } from '#domain/access/screens.ts'
import { alertTypes } from '#domain/alerts/alertTypes.ts'
import { CODE_MINUTES } from '#domain/consent/signingInputs.ts'
import type { TextKind } from '#domain/mail/mail.ts'
import { languageDates } from '#domain/patientTexts/languageDates.ts'
import { mailTexts } from '#domain/patientTexts/mailTexts.ts'
import type { MailMessage, Prisma } from '#infra/prisma/client.ts'
import { alertsOfOneCopy, alertsVisibleTo } from '../alerts/alerts.ts'
import { copyPath, copySecret, identityCode } from '../consent/derivedSecrets.ts'
import type { RequestContext } from '../context.ts'
import { headEmail } from '../evidence/mailHead.ts'
import { getsReminders } from '../reminders/getsReminders.ts'
import { invitationEmail, passwordResetEmail } from './accountEmails.ts'
import { forwardingEmail } from './forwardingEmail.ts'
import { recipientCopyEmail } from './recipientCopyEmail.ts'
import { formReminderLinks, visitReminderEmail } from './reminderEmail.ts'
import type { MessageText } from './renderEmail.ts'

/** Writes an e-mail's current text; `null` if it should no longer be sent. */
type Compose = (ctx: RequestContext, message: MailMessage) => Promise<MessageText | null>

/**
 * How each kind of e-mail is written at sending time. The text is therefore current, and the outbox stores no
 * text and no secret.
 */
export const composers: Record<Exclude<MailMessage['kind'], TextKind>, Compose> = {
  consent_invitation: (ctx, message) => signingEmail(ctx, message, { kind: 'invitation' }),
  consent_reminder: (ctx, message) =>
    signingEmail(ctx, message, {
      kind: 'reminder',
      where: { paperRequestedAt: null, patient: getsReminders },
    }),
  identity_code: codeEmail,
  consent_copy: copyEmail,
  alert: alertEmail,
  records_forwarded: forwardingEmail,
  visit_reminder: visitReminderEmail,
  user_invitation: invitationEmail,
  password_reset: passwordResetEmail,
  evidence_head: headEmail,
  recipient_copy: recipientCopyEmail,
}

async function signingEmail(
  ctx: RequestContext,
  message: MailMessage,
  { where, kind }: { where?: Prisma.ConsentRequestWhereInput; kind: 'invitation' | 'reminder' },
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
  const { language, sentBy } = request
  const texts = mailTexts[language]
  const names = { clinic: ctx.name, sender: `${sentBy.firstName} ${sentBy.lastName}` }
  return {
    language,
    phone: ctx.phone,
    address: ctx.address,
    subject: texts[kind].subject(names),
    paragraphs: [texts[kind].opening(names)],
    link: { label: texts.signing.link, address: `${ctx.publicUrl}${signingPath(secret)}` },
    ...(await formReminderLinks(ctx, message, language)),
    after: [
      texts.signing.until(languageDates[language].day(request.expiresAt, ctx.timeZone)),
      texts.signing.help(names),
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
  const { language } = request
  const texts = mailTexts[language].code
  const names = { clinic: ctx.name, minutes: CODE_MINUTES }
  return {
    language,
    phone: ctx.phone,
    address: ctx.address,
    subject: texts.subject(names),
    paragraphs: [texts.opening(names)],
    code,
    after: [texts.until(names), texts.help(names)],
  }
}

async function copyEmail(ctx: RequestContext, { requestId }: MailMessage): Promise<MessageText | null> {
  if (!requestId) return null
  const request = await ctx.db.consentRequest.findFirst({
    where: { id: requestId, state: 'signed', copyExpiresAt: { gt: ctx.now() } },
  })
  const secret = request && copySecret(ctx, request)
  if (!secret || !request.copyExpiresAt) return null
  const { language } = request
  const texts = mailTexts[language].copy
  const names = { clinic: ctx.name }
  return {
    language,
    phone: ctx.phone,
    address: ctx.address,
    subject: texts.subject(names),
    paragraphs: [texts.opening(names)],
    link: { label: texts.link, address: `${ctx.publicUrl}${copyPath(secret)}` },
    after: [texts.until(languageDates[language].day(request.copyExpiresAt, ctx.timeZone)), texts.help(names)],
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
          where: { id: userId, isActive: true, deletedAt: null },
        })
  if (!user || !alertId) return null
  const first = await ctx.db.alert.findUnique({ where: { id: alertId } })
  if (!first) return null
  const { mail, mailOfSeveral, isAlwaysMailed, path } = alertTypes[first.type]
  if (!mail || (!isAlwaysMailed && !user.emailAlerts)) return null
  const alerts = await ctx.db.alert.findMany({
    where: {
      AND: [alertsOfOneCopy(first), alertsVisibleTo({ ...ctx, actor: user })],
      emailSent: false,
      ...(!isAlwaysMailed && { isRead: false }),
    },
    select: { id: true },
  })
  const [alert, ...others] = alerts
  if (!alert) return null
  const isOne = others.length === 0
  const sentence = isOne ? mail : (mailOfSeveral ?? mail)
  const about = `You received this message because you work with ${ctx.name}.`
  const turnOff = isAlwaysMailed ? '' : ' You can turn these messages off in Caseload, under Settings.'
  return {
    subject: `${ctx.name}: ${sentence}`,
    paragraphs: [`${sentence}. Sign in to Caseload to see the details.`],
    link: {
      label: 'See the details',
      address: `${ctx.publicUrl}${isOne ? alertPath(alert.id) : (path(null) ?? paths.dashboard)}`,
    },
    after: [`${about}${turnOff} For help, ask an administrator of the clinic.`],
  }
}
