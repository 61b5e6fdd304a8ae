import type { Fixtures } from './fixtures.ts'
import type { Verdicts } from './verdicts.ts'

/** What the matrix states of a field: who gets which verdict for one question about the world. */
export type Statement = {
  /** What the question is about, where a field is asked several. */
  about?: string
  verdicts: Verdicts
  /** The arguments, or for a mutation with one `input`, what is in it. `own` is the visitor's own user id. */
  ask?: (world: Fixtures, own: string) => Record<string, unknown>
  /** A text that the answer holds for whoever it shows something to; without it the visitor gets `empty`. */
  shows?: (world: Fixtures) => string
  /** How the same question about what does not exist is answered, where not as missing: a filter finds nothing. */
  ghost?: 'invalid' | 'data'
  /** What alone of the question does not exist then; all of it when left out. */
  missing?: keyof Fixtures
  /** How a 401 is recorded, whoever got it; other questions of visitors are only counted. */
  recordedAs?: string
  /** What only one door can be asked. */
  door?: 'graphql' | 'rest'
  /** A secret in the question opens it, so whoever has that secret may read of the patient. */
  isOpenedBySecret?: true
}

/** One statement or several for every root field. */
export type Statements = Record<string, Statement | readonly Statement[]>
