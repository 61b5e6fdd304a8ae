import {
  type AccountNames,
  COMMON_PASSWORD,
  isMadeOfNames,
  PERSONAL_PASSWORD,
} from '#domain/users/guessablePassword.ts'
import type { RequestContext } from '../context.ts'
import { invalid } from '../operation.ts'

/** Throws `invalid` for `field`, with the reason, if the password is easy to guess. */
export async function refuseGuessable(
  ctx: RequestContext,
  field: string,
  password: string,
  person: Omit<AccountNames, 'clinicName'>,
): Promise<void> {
  if (isMadeOfNames(password, { ...person, clinicName: ctx.name }))
    throw invalid({ [field]: PERSONAL_PASSWORD })
  if (await ctx.passwords.isCommon(password)) throw invalid({ [field]: COMMON_PASSWORD })
}
