import { mailInput } from '#domain/mail/inputs.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { deliverLater } from './deliverMail.ts'
import { mailForUpdate } from './mailForUpdate.ts'

/** Retries a failed e-mail at once, or as soon as mail is on, with the full number of tries. */
export const retryMail = operation(mailInput, async (ctx, { mailId }): Promise<MailMessage> => {
  authorize(ctx, 'mail.manage', undefined, { resourceType: 'mail', resourceId: mailId })
  const { patientId } = await mailForUpdate(ctx, mailId)
  const nextTryAt = ctx.now()
  const retried = await ctx.db.mailMessage.update({
    where: { id: mailId },
    data: { state: 'waiting', attempts: 0, lastError: null, nextTryAt },
  })
  await deliverLater(ctx, mailId, nextTryAt)
  const details = { fields: ['state'], state: 'waiting' }
  await audit(ctx, { action: 'updated', resourceType: 'mail', resourceId: mailId, patientId, details })
  return retried
})
