import { Failure } from '../errors.ts'

const DAMAGED =
  'This file is damaged or missing, so it cannot be opened. Tell an administrator. The details in its entry have not changed.'

/** The error for a stored file that has changed since it was stored. */
export const damaged = (cause: unknown): Failure => new Failure('conflict', DAMAGED, { cause })

export const isDamaged = (error: unknown): boolean => error instanceof Failure && error.message === DAMAGED
