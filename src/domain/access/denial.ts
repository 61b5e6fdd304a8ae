import { Failure, type FailureSubject, forbidden } from '../errors.ts'
import type { Actor } from './actor.ts'
import { paths } from './screens.ts'

/** The failure of an actor without permission. It says what to do if only the state of the account is the reason. */
export function denialOf(actor: Actor | null, subject?: FailureSubject): Failure {
  const duty = actor && dutyOf(actor)
  return duty ? new Failure('forbidden', duty, subject ? { subject } : {}) : forbidden(subject)
}

/** What the user must do before anything else, or `null`. */
function dutyOf({ key, mustChangePassword, mustAddFactor }: Actor): string | null {
  if (mustChangePassword) {
    return key
      ? 'The user of this API key must change the password first'
      : `Change your password first: ${paths.changePassword}`
  }
  if (!mustAddFactor) return null
  return key
    ? 'The user of this API key must set up a second factor first'
    : `Your clinic requires a second factor. Set it up first: ${paths.secondFactor}`
}
