import {
  COMMON_PASSWORD,
  isMadeOfNames,
  type KnownAbout,
  PERSONAL_PASSWORD,
} from '#domain/users/guessablePassword.ts'
import type { RequestContext } from '../context.ts'
import { invalid } from '../operation.ts'

/** Throws `invalid`, with the reason under `field`, for a password that would be among the first to be tried. */
export async function refuseGuessable(
  ctx: RequestContext,
  field: string,
  password: string,
  person: Omit<KnownAbout, 'clinicName'>,
): Promise<void> {
  if (isMadeOfNames(password, { ...person, clinicName: ctx.name }))
    throw invalid({ [field]: PERSONAL_PASSWORD })
  if (await ctx.passwords.isCommon(password)) throw invalid({ [field]: COMMON_PASSWORD })
}
