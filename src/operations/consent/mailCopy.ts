import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'

/** E-mails the patient the link to the signed form if mail is set up. */
export async function mailCopy(
  ctx: RequestContext,
  { id: requestId, patientId }: ConsentRequest,
): Promise<void> {
  if (!ctx.mailer) return
  const { email: to } = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  await queueMail(ctx, { kind: 'consent_copy', to, patientId, requestId })
}
