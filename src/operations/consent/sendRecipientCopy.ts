import { sendRecipientCopyInput } from '#domain/consent/inputs.ts'
import { currentRecipients, isSameRecipient, type Recipient } from '#domain/consent/recipients.ts'
import { COPIES_PER_DAY } from '#domain/consent/signingInputs.ts'
import { Failure } from '#domain/errors.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { refuseAboveDailyLimit } from './dailyLimit.ts'
import { formAccessColumns } from './formAccess.ts'
import { mailRecipientCopy, mayHaveCopy } from './recipientCopies.ts'
import { requireInForce } from './requireInForce.ts'

/**
 * E-mails the form in force to one of its recipients who has no account. Earlier links of this recipient stop working, so this
 * also corrects a mistyped address. Throws `conflict` for another form, for a form on paper, without a date of birth on file
 * and without mail. Throws `rate_limited` for too many in a day.
 */
export const sendRecipientCopy = operation(
  sendRecipientCopyInput,
  async (ctx, { patientId, requestId, recipient: position, email }): Promise<Patient> => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'consent.sendCopy', patient, { resourceType: 'patient', resourceId: patientId })
    const authorization = requireInForce(ctx, patient, requestId)
    const recipient = authorization.recipients[position]
    if (!recipient) throw invalid({ recipient: 'Choose a recipient of the form' })
    if (recipient.userId)
      throw invalid({
        recipient: 'This recipient has an account. Only recipients without one get the form from here.',
      })
    if (!currentRecipients(authorization).includes(recipient))
      throw new Failure('conflict', 'The form is revoked for this recipient')
    if (!ctx.mailer) throw new Failure('conflict', 'E-mail is not set up, so no link can be sent')
    if (patient.dateOfBirth === null)
      throw new Failure(
        'conflict',
        'The link asks for the patient’s date of birth, and none is on file. Add it to the patient first.',
      )
    const request = await ctx.db.consentRequest.findUniqueOrThrow({
      where: { id: requestId },
      select: formAccessColumns,
    })
    if (request.signed?.recordId)
      throw new Failure(
        'conflict',
        'This form was signed on paper, so Caseload cannot send it. Send a copy yourself.',
      )
    const addressed = { recipient, email, user: null }
    if (!mayHaveCopy(ctx, addressed, patient, request))
      throw new Failure(
        'conflict',
        'This form may describe the injury, which it does not open to its recipients, so it cannot be sent',
      )
    const problem = `This form was sent to recipients ${COPIES_PER_DAY} times within a day.`
    await refuseAboveDailyLimit(ctx, problem, COPIES_PER_DAY, (atLimit) =>
      ctx.db.recipientCopy.findFirst({
        ...atLimit,
        where: { ...atLimit.where, consentRequestId: requestId },
      }),
    )
    await endLinks(ctx, { patientId, requestId }, recipient)
    await mailRecipientCopy(ctx, { patientId, requestId }, addressed)
    return patient
  },
)

async function endLinks(
  ctx: OperationContext,
  { patientId, requestId }: { patientId: string; requestId: string },
  to: Recipient,
): Promise<void> {
  const now = ctx.now()
  const open = await ctx.db.recipientCopy.findMany({
    where: { consentRequestId: requestId, expiresAt: { gt: now } },
    select: { id: true, recipient: true },
  })
  const ids = open.filter(({ recipient }) => isSameRecipient(recipient as Recipient, to)).map(({ id }) => id)
  await ctx.db.recipientCopy.updateMany({ where: { id: { in: ids } }, data: { expiresAt: now } })
  await auditAll(
    ctx,
    ids.map((resourceId) => ({
      action: 'updated' as const,
      resourceType: 'signed_copy',
      resourceId,
      patientId,
      details: { fields: ['expiresAt'] },
    })),
  )
}
