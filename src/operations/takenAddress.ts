import { Failure } from '#domain/errors.ts'
import type { RequestContext } from './context.ts'

/** Turns the clash of two e-mail addresses into `words` (DECISIONS); no screen ever parses "duplicate key". */
export async function refuseTakenAddress<Result>(
  ctx: RequestContext,
  words: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (ctx.uniqueConflict(error)?.includes('email'))
      throw new Failure('conflict', words, { fields: { email: words } })
    throw error
  }
}
