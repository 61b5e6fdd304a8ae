import { showInstantDay } from '#domain/dates.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import { copyPath, recipientCopySecret } from '../consent/derivedSecrets.ts'
import { copyRelations, mayHaveCopy } from '../consent/recipientCopies.ts'
import type { RequestContext } from '../context.ts'
import type { MessageText } from './renderEmail.ts'

/**
 * The e-mail with a recipient's link to a signed form; `null` once the link is invalid. It does not name the patient.
 */
export async function recipientCopyEmail(
  ctx: RequestContext,
  { recipientCopyId }: MailMessage,
): Promise<MessageText | null> {
  const copy =
    recipientCopyId === null
      ? null
      : await ctx.db.recipientCopy.findUnique({ where: { id: recipientCopyId }, include: copyRelations })
  if (!copy || copy.expiresAt <= ctx.now()) return null
  if (!mayHaveCopy(ctx, copy, copy.patient, copy.consentRequest)) return null
  const secret = recipientCopySecret(ctx, copy.id, copy.linkHash)
  if (!secret) return null
  return {
    phone: ctx.phone,
    address: ctx.address,
    subject: `${ctx.name}: a signed authorization for you`,
    paragraphs: [
      `A patient of ${ctx.name} signed an authorization that names you as a recipient, and the clinic sends you a copy. To download it, you need the patient’s date of birth.`,
    ],
    link: { label: 'Open the authorization', address: `${ctx.publicUrl}${copyPath(secret)}` },
    after: [
      `The link works until ${showInstantDay(copy.expiresAt, ctx.timeZone)}, and stops working immediately if the patient revokes the authorization. Each download is recorded. Please do not share the link.`,
      `If you received this by mistake, do not open the link. Call ${ctx.name}. Replies to this message may not be read.`,
    ],
  }
}
