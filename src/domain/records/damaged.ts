import { Failure } from '../errors.ts'

const DAMAGED =
  'This file was changed or lost where it is kept, so it is not given out. What is on file about it is unchanged; tell an administrator.'

/** The error for a stored file that differs from what was stored. */
export const damaged = (cause: unknown): Failure => new Failure('conflict', DAMAGED, { cause })

export const isDamaged = (error: unknown): boolean => error instanceof Failure && error.message === DAMAGED
