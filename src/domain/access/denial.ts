import { type Failure, type FailureSubject, forbidden } from '../errors.ts'
import type { Actor } from './actor.ts'
import { paths } from './screens.ts'

/** The failure of an actor without permission. It says what to do if only the state of the account is the reason. */
export const denialOf = (actor: Actor | null, subject?: FailureSubject): Failure =>
  forbidden(subject, actor ? dutyOf(actor) : undefined)

/** What the user must do before anything else, or `undefined`. */
function dutyOf({ key, mustChangePassword, mustAddFactor }: Actor): string | undefined {
  if (mustChangePassword) {
    return key
      ? 'The user of this API key must change the password first'
      : `Change your password first: ${paths.changePassword}`
  }
  if (!mustAddFactor) return undefined
  return key
    ? 'The user of this API key must set up a second factor first'
    : `Your clinic requires a second factor. Set it up first: ${paths.secondFactor}`
}
