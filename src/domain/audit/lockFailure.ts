/** Thrown when a copy of a tree head could not be stored or locked. Its message says why, for the operator. */
export class LockFailure extends Error {
  override name = 'LockFailure'
}
