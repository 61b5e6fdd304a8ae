import { isForAnotherAttorney, type Recipient } from '#domain/consent/recipients.ts'
import type { Scope } from '#domain/consent/scope.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { canAsk } from './identityCheckFor.ts'
import type { SendingChoices } from './prepareRequest.ts'

/**
 * The choices made for a patient's open request, for the request that replaces it. Keeps the template in its
 * current version while it is active, the identity check if the patient can still answer it, the scope, the purpose, the copy
 * to the recipients, and the recipients unless the patient has another attorney since.
 */
export async function previousChoices(ctx: OperationContext, patient: Patient): Promise<SendingChoices> {
  const open = await ctx.db.consentRequest.findFirst({
    where: { patientId: patient.id, state: { in: ['preparing', 'sent'] } },
    select: {
      identityCheck: true,
      recipients: true,
      recipientsDerived: true,
      scope: true,
      purpose: true,
      keepsStatus: true,
      copyToRecipients: true,
      template: { select: { template: { select: { id: true, archivedAt: true } } } },
    },
  })
  const template = open?.template?.template
  const isAsked = open && open.identityCheck !== 'none' && canAsk(ctx, patient)[open.identityCheck]
  return {
    templateId: template && !template.archivedAt ? template.id : null,
    identityCheck: isAsked ? open.identityCheck : null,
    scope: (open?.scope ?? null) as Scope | null,
    purpose: open?.purpose,
    keepsStatus: open?.keepsStatus,
    copyToRecipients: open?.copyToRecipients,
    recipients:
      open && !open.recipientsDerived ? sameRecipients(patient, open.recipients as Recipient[]) : null,
  }
}

const sameRecipients = (
  { assignedAttorneyId }: Pick<Patient, 'assignedAttorneyId'>,
  recipients: readonly Recipient[],
): Recipient[] | null => {
  const isAnothers = assignedAttorneyId !== null && isForAnotherAttorney(recipients, assignedAttorneyId)
  return isAnothers || recipients.length === 0 ? null : [...recipients]
}
