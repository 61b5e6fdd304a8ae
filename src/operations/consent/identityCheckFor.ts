import type { IdentityCheck } from '#domain/consent/identityCheck.ts'
import { isAddress } from '#domain/patients/noEmail.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { invalid } from '../operation.ts'

/**
 * The identity question for a patient. The clinic's setting is the minimum, even if the sender chose none. Throws if
 * the patient cannot answer the sender's choice. If the patient cannot answer the clinic's default, the other
 * question is used: the date of birth may be unknown, or mail may be off.
 */
export function identityCheckFor(
  ctx: RequestContext,
  patient: Patient,
  chosen: IdentityCheck | null | undefined,
): IdentityCheck {
  const isPossible = canAsk(ctx, patient)
  if (chosen && !isPossible[chosen]) throw invalid({ identityCheck: refusalOf(chosen, patient) })
  const wanted = chosen && chosen !== 'none' ? chosen : ctx.consentRules.identityCheck
  if (isPossible[wanted]) return wanted
  return (['date_of_birth', 'email_code'] as const).find((other) => isPossible[other]) ?? 'none'
}

/** Which identity questions the patient could answer. */
export const canAsk = (
  { mailer }: Pick<RequestContext, 'mailer'>,
  { dateOfBirth, email }: Pick<Patient, 'dateOfBirth' | 'email'>,
): Record<IdentityCheck, boolean> => ({
  none: true,
  date_of_birth: dateOfBirth !== null,
  email_code: mailer !== null && isAddress(email),
})

const refusalOf = (chosen: IdentityCheck, { email }: Patient): string =>
  chosen === 'email_code' && !isAddress(email)
    ? 'This patient has no e-mail address on file to send a code to'
    : refusals[chosen]

const refusals: Record<IdentityCheck, string> = {
  none: '',
  date_of_birth: 'This patient has no date of birth on file to ask for',
  email_code: 'E-mail is not set up, so a code cannot be sent',
}
