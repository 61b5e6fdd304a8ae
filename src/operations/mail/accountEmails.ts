import { showExactly } from '#domain/dates.ts'
import type { AccountLink, MailMessage } from '#infra/prisma/client.ts'
import { accountLinkUrl } from '../accountLinks/accountLink.ts'
import type { RequestContext } from '../context.ts'
import type { MessageText } from './renderEmail.ts'

const HELP = 'For help, ask an administrator of the clinic. Replies to this message may not be read.'

/** The e-mail with an invitation; `null` once the link does not work. */
export async function invitationEmail(
  ctx: RequestContext,
  message: MailMessage,
): Promise<MessageText | null> {
  const found = await linkOf(ctx, message, 'invitation')
  return (
    found && {
      subject: `${ctx.name}: set up your Caseload account`,
      paragraphs: [
        `An administrator of ${ctx.name} created an account for you. Open the link and choose a password.`,
        'Then sign in with this e-mail address.',
      ],
      link: { label: 'Set your password', address: found.url },
      after: [
        `The link works once, until ${showExactly(found.expiresAt, ctx.timeZone)}. Do not share it.`,
        `If you do not know ${ctx.name}, ignore this message. ${HELP}`,
      ],
    }
  )
}

/** The e-mail with a link to reset a password; `null` once the link does not work. */
export async function passwordResetEmail(
  ctx: RequestContext,
  message: MailMessage,
): Promise<MessageText | null> {
  const found = await linkOf(ctx, message, 'password_reset')
  return (
    found && {
      subject: `${ctx.name}: reset your password`,
      paragraphs: [
        'Someone asked to reset the password of your Caseload account. Open the link to choose one.',
      ],
      link: { label: 'Choose a new password', address: found.url },
      after: [
        `The link works once, until ${showExactly(found.expiresAt, ctx.timeZone)}. It stops working when you sign in.`,
        `If you did not ask for this, ignore this message. Your password stays the same. ${HELP}`,
      ],
    }
  )
}

async function linkOf(
  ctx: RequestContext,
  { userId }: MailMessage,
  kind: AccountLink['kind'],
): Promise<{ expiresAt: Date; url: string } | null> {
  const link = userId
    ? await ctx.db.accountLink.findFirst({
        where: { userId, kind, expiresAt: { gt: ctx.now() }, user: { isActive: true, deletedAt: null } },
      })
    : null
  const url = link && accountLinkUrl(ctx, link)
  return link && url ? { expiresAt: link.expiresAt, url } : null
}
