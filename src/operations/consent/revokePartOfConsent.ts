import { authorizedCoverage } from '#domain/consent/authorization.ts'
import { revokePartInput } from '#domain/consent/inputs.ts'
import { currentRecipients, type SignedAuthorization } from '#domain/consent/recipients.ts'
import { Failure } from '#domain/errors.ts'
import type { RecordCategory } from '#domain/records/categories.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { requireInForce } from './requireInForce.ts'

/**
 * Records that a patient revoked the form in force for one recipient or one category of records. These records close at
 * once, links included; everything else stays open, and so does the status. Throws `conflict` for another form than the one
 * in force, for a part that is not in force, and for the last one, which needs a full revocation.
 */
export const revokePartOfConsent = operation(
  revokePartInput,
  async (ctx, { patientId, requestId, recipient, category, reason }): Promise<Patient> => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'consent.revoke', patient, { resourceType: 'patient', resourceId: patientId })
    const authorization = requireInForce(ctx, patient, requestId)
    const part =
      typeof recipient === 'number'
        ? { recipient: recipientAt(authorization, recipient) }
        : { category: categoryIn(authorization, category) }
    await ctx.db.partialRevocation.create({
      data: {
        ...{ patientId, consentRequestId: requestId, ...part, reason },
        revokedAt: ctx.now(),
        revokedById: ctx.actor.id,
      },
    })
    const { revoked } = authorization
    const changed = await ctx.db.patient.update({
      where: { id: patientId },
      data: {
        authorization: {
          ...authorization,
          revoked: {
            recipients: [...revoked.recipients, ...(part.recipient ? [part.recipient] : [])],
            categories: [...revoked.categories, ...(part.category ? [part.category] : [])],
          },
        },
      },
    })
    await audit(ctx, {
      action: 'consent_revoked',
      resourceType: 'patient',
      resourceId: patientId,
      patientId,
      details: { fields: ['authorization'], part: part.recipient ? 'recipient' : 'category' },
    })
    await sendAlert(ctx, 'consent_partly_revoked', { patient })
    return changed
  },
)

function recipientAt(authorization: SignedAuthorization, at: number) {
  const found = authorization.recipients[at]
  if (!found) throw invalid({ recipient: 'Choose a recipient of the form' })
  const current = currentRecipients(authorization)
  if (!current.includes(found))
    throw new Failure('conflict', 'The form is already revoked for this recipient')
  if (current.length === 1)
    throw new Failure('conflict', 'This is the only recipient left. Revoke the whole consent instead.')
  return found
}

function categoryIn(authorization: SignedAuthorization, category: RecordCategory | null | undefined) {
  const { categories, isUncategorized } = authorizedCoverage(authorization)
  if (!category || !categories.includes(category))
    throw new Failure('conflict', 'The form does not cover this category')
  if (categories.length === 1 && !isUncategorized)
    throw new Failure('conflict', 'This is the only category left. Revoke the whole consent instead.')
  return category
}
