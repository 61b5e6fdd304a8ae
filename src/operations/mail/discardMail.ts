import { mailInput } from '#domain/mail/inputs.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { mailForUpdate } from './mailForUpdate.ts'

/** Discards an email permanently. Its row and error stay on record. */
export const discardMail = operation(mailInput, async (ctx, { mailId }): Promise<MailMessage> => {
  authorize(ctx, 'mail.manage', undefined, { resourceType: 'mail', resourceId: mailId })
  const { patientId } = await mailForUpdate(ctx, mailId)
  const discarded = await ctx.db.mailMessage.update({
    where: { id: mailId },
    data: { state: 'withdrawn', nextTryAt: null },
  })
  const details = { fields: ['state'], state: 'withdrawn' }
  await audit(ctx, { action: 'updated', resourceType: 'mail', resourceId: mailId, patientId, details })
  return discarded
})
