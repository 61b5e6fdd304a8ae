import { seesPatient } from '#domain/access/visibility.ts'
import { currentRecipients, namesUser } from '#domain/consent/recipients.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { auditAll } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { authorizationOf } from '../records/recordAccess.ts'
import { formAccessColumns, formClosingFor } from './formAccess.ts'
import { type Addressed, sendRecipientCopies } from './recipientCopies.ts'

/**
 * Tells the recipients of a form that now counts, if its sender chose so. Those who are users, can see the chart and may
 * download the form there at that moment get an alert, with an audit row also without an e-mail. Others whom the form names
 * in person get a link, if they have an e-mail address. Returns the IDs of those with an alert. Call it inside the
 * transaction.
 */
export async function tellRecipients(
  ctx: RequestContext,
  patient: Patient,
  { id, copyToRecipients }: Pick<ConsentRequest, 'id' | 'copyToRecipients'>,
): Promise<string[]> {
  const authorization = authorizationOf(patient)
  if (!copyToRecipients || authorization?.requestId !== id) return []
  const recipients = currentRecipients(authorization)
  // A firm as recipient covers its users, of whom only the assigned attorney can see the chart.
  const ids = [...recipients.map(({ userId }) => userId), patient.assignedAttorneyId]
  const people = await ctx.db.user.findMany({
    where: { id: { in: ids.filter((one) => one !== null) }, isActive: true, deletedAt: null },
  })
  const request = await ctx.db.consentRequest.findUniqueOrThrow({ where: { id }, select: formAccessColumns })
  const told = people.filter(
    (user) =>
      namesUser(recipients, user) &&
      seesPatient(user, patient) &&
      formClosingFor({ ...ctx, actor: user }, patient, request) === null,
  )
  const byLink = recipients.flatMap((recipient): Addressed[] => {
    const user = people.find(({ id: one }) => one === recipient.userId) ?? null
    const email = recipient.userId ? user?.email : recipient.email
    return email && !told.some(({ id: one }) => one === recipient.userId) ? [{ recipient, email, user }] : []
  })
  await sendRecipientCopies(ctx, patient, request, byLink)
  const users = told.map((user) => user.id)
  await sendAlert(ctx, 'consent_copy', { patient, users })
  await auditAll(
    ctx,
    users.map((recipientId) => ({
      action: 'updated' as const,
      resourceType: 'consent_request',
      resourceId: id,
      patientId: patient.id,
      details: { fields: ['copyToRecipients'], recipientId },
    })),
  )
  return users
}
