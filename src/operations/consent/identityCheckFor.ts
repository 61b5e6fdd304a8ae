import { type IdentityCheck, identityChecks, meetsFloor } from '#domain/consent/identityCheck.ts'
import { isAddress } from '#domain/patients/noEmail.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { canMail } from '../mail/queueMail.ts'
import { invalid } from '../operation.ts'

/**
 * The identity question for a patient. The clinic's setting is a floor: a weaker wish is raised to it. A patient who
 * cannot answer gets a stronger question if there is one, like a code by e-mail without a birth date. If the floor
 * cannot be met, the form can be signed, and `recordSignature` holds it for a review. Throws `invalid` if the sender
 * wants more than the floor and the patient cannot answer that.
 */
export function identityCheckFor(
  ctx: RequestContext,
  patient: Patient,
  chosen: IdentityCheck | null | undefined,
): IdentityCheck {
  const isPossible = canAsk(ctx, patient)
  const floor = ctx.consentRules.identityCheck
  const isStronger = Boolean(chosen && chosen !== floor && meetsFloor(chosen, floor))
  const wanted = isStronger && chosen ? chosen : floor
  const asked = identityChecks.find((check) => isPossible[check] && meetsFloor(check, wanted))
  if (asked) return asked
  if (isStronger) throw invalid({ identityCheck: refusalOf(wanted, patient) })
  return isPossible.date_of_birth ? 'date_of_birth' : 'none'
}

/** Which identity questions the patient could answer. */
export const canAsk = (
  ctx: Pick<RequestContext, 'mailer'>,
  { dateOfBirth, email }: Pick<Patient, 'dateOfBirth' | 'email'>,
): Record<IdentityCheck, boolean> => ({
  none: true,
  date_of_birth: dateOfBirth !== null,
  email_code: canMail(ctx, email),
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
