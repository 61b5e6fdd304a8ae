import type { IdentityCheck, Patient } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { mailIsConfigured } from '../mail/mailIsConfigured.ts'

/**
 * What a patient is asked before the document shows: what the sender or else the clinic has chosen, or the other of the
 * two where the one cannot be answered because no date of birth is known or no mail leaves.
 */
export function identityCheckFor(
  ctx: Visit,
  { dateOfBirth }: Patient,
  chosen?: IdentityCheck | null,
): IdentityCheck {
  const identityCheck = chosen ?? ctx.consentRules.identityCheck
  if (identityCheck === 'none') return 'none'
  const possible = [dateOfBirth && 'date_of_birth', mailIsConfigured(ctx) && 'email_code'] as const
  return possible.find((one) => one === identityCheck) || possible.find(Boolean) || 'none'
}
