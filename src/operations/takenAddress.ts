import { Failure } from '#domain/errors.ts'
import type { RequestContext } from './context.ts'

/** Converts a duplicate email address to an error with this message (DECISIONS). */
export async function refuseTakenAddress<Result>(
  ctx: RequestContext,
  words: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (ctx.uniqueConflict(error)?.includes('email'))
      throw new Failure('conflict', words, { reason: 'email_taken', fields: { email: words } })
    throw error
  }
}
