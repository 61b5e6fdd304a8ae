import type { Fixtures } from './fixtures.ts'
import type { Verdicts } from './verdicts.ts'

/** The expected verdict of every caller for one request. */
export type Statement = {
  /** Distinguishes the statements of one field. */
  about?: string
  verdicts: Verdicts
  /** The arguments, or the fields of a mutation's `input`. `own` is the caller's user ID. */
  ask?: (fixtures: Fixtures, own: string) => Record<string, unknown>
  /** A text that the response shows to callers who may see the record. Without it, the verdict is `empty`. */
  shows?: (fixtures: Fixtures) => string
  /** The result of the same request with a missing ID, if not `not_found`. For example, a filter finds no rows. */
  whenMissing?: 'invalid' | 'data'
  /** The one fixture to replace by a missing ID in that request. All of them by default. */
  missing?: keyof Fixtures
  /** The audit action of a 401. Other requests without a session are only counted. */
  recordedAs?: string
  /** Limits the statement to one transport. */
  transport?: 'graphql' | 'rest'
  /** The request contains a secret link, so anyone who has it may read the patient's data. */
  isOpenedBySecret?: true
}

/** One or more statements for each root field. */
export type Statements = Record<string, Statement | readonly Statement[]>
