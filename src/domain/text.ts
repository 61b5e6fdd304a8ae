import * as z from 'zod/mini'

/** PostgreSQL cannot store NUL, and a lone surrogate is no character at all. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** Longest single-line answer a form takes, in characters. */
export const LINE_MAX = 200
/** Longest free text a form takes, in characters. */
export const TEXT_MAX = 10_000

/** For every text that reaches the database, so that a hostile one is refused in words and is never a fault. */
export const storable = z.refine<string>(isStorable, 'Remove the characters that cannot be stored')

/** A trimmed line of text that must say something. */
export const requiredLine = (message: string, max = LINE_MAX) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`), storable)

/** A trimmed text that may be left out or empty; empty is stored as `null`, left out stays `undefined`. */
export const optionalText = (max = LINE_MAX) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`), storable)),
    z.transform((value) => (value === '' ? null : value)),
  )

/** In an edit, `null` for what cannot be cleared is taken for left out. */
export const nullAsLeftOut = <Value extends z.core.$ZodType>(value: Value) =>
  z.pipe(
    z.nullish(value),
    z.transform((given) => given ?? undefined),
  )

/** Why something was done that cannot be undone without a trace, in a sentence or a few. */
export const reasonText = (name: string, { min, max }: { min: number; max: number }) =>
  z
    .string(`${name} must be at least ${min} characters`)
    .check(
      z.trim(),
      z.minLength(min, `${name} must be at least ${min} characters`),
      z.maxLength(max, `${name} must be less than ${max} characters`),
      storable,
    )

/** RFC 5321 allows 254 characters; addresses are unique without regard to case, so they are kept as typed but trimmed. */
export const emailAddress = (message: string) =>
  z.pipe(z.string(message).check(z.trim()), z.email(message).check(z.maxLength(254, message), storable))

/** A row's key. A malformed one can belong to nothing, which the operations answer as "not found". */
export const identifier = z.string().check(z.maxLength(64), storable)

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Whether the text could be a key at all; PostgreSQL refuses to compare anything else with one. */
export const isUuid = (value: string) => uuidShape.test(value)
