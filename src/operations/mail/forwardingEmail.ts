import { forwardedPath } from '#domain/access/screens.ts'
import { showInstantDay } from '#domain/dates.ts'
import { FORWARDING_DAYS } from '#domain/records/forwarding.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import { forwardingSecret } from '../consent/derivedSecrets.ts'
import type { RequestContext } from '../context.ts'
import { latestHead } from '../evidence/signHead.ts'
import { stateOf } from '../records/visibleForwarding.ts'
import type { MessageText } from './renderEmail.ts'

/**
 * The e-mail with the link to forwarded records; `null` once the link is invalid. Only the linked page names
 * the patient.
 */
export async function forwardingEmail(
  ctx: RequestContext,
  { forwardingId }: MailMessage,
): Promise<MessageText | null> {
  const forwarding =
    forwardingId === null
      ? null
      : await ctx.db.forwarding.findUnique({
          where: { id: forwardingId },
          include: { patient: true, recipient: true, forwardedBy: true },
        })
  if (!forwarding || stateOf(ctx, forwarding) !== 'open') return null
  const secret = forwardingSecret(ctx, forwarding.id, forwarding.linkHash)
  if (!secret) return null
  const { forwardedBy, expiresAt } = forwarding
  return {
    subject: `${ctx.name}: records were forwarded to you`,
    paragraphs: [
      `${forwardedBy.firstName} ${forwardedBy.lastName} of ${ctx.name} forwarded medical records to you. Open the link to see the patient’s name.`,
    ],
    link: { label: 'Open the records', address: `${ctx.publicUrl}${forwardedPath(secret)}` },
    after: [
      `The link works until ${showInstantDay(expiresAt, ctx.timeZone)}, for at most ${FORWARDING_DAYS} days, and stops working immediately if the patient revokes the authorization. Each time you open the link or download a file, it is recorded. Please do not share it.`,
      `If you received this by mistake, do not open the link. Call ${ctx.name}. Replies to this message may not be read.`,
      ...(await keptState(ctx)),
    ],
  }
}

/** The newest signed state of the audit log. The recipient can compare it with the log later. */
async function keptState(ctx: RequestContext): Promise<string[]> {
  const head = await latestHead(ctx)
  return head
    ? [
        `Keep this message. It can show later whether the audit log of ${ctx.name} was changed. Hash of the newest signed state of that log: ${Buffer.from(head.sha256).toString('hex')}`,
      ]
    : []
}
