import * as z from 'zod/mini'

/** PostgreSQL cannot store NUL, and a lone surrogate is not a character. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** The text, cut to `max` characters and an ellipsis. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`

/** A path without the slashes at its end. The lookbehind keeps the time from growing with the square of their number. */
export const withoutEndSlashes = (path: string): string => path.replace(/(?<!\/)\/+$/, '')

/** The maximum length of a single-line input, in characters. */
export const LINE_MAX = 200
/** The maximum length of free text, in characters. */
export const TEXT_MAX = 10_000

/** For every text that is stored, so that invalid characters give a message and not an internal error. */
export const storable = z.refine<string>(isStorable, 'Remove the characters that cannot be stored')

/** A trimmed, required line of text. */
export const requiredLine = (message: string, max = LINE_MAX) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`), storable)

/** A trimmed, optional text. Empty becomes `null`, omitted stays `undefined`. */
export const optionalText = (max = LINE_MAX) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`), storable)),
    z.transform((value) => (value === '' ? null : value)),
  )

/** In an edit, treats `null` for a required field as omitted. */
export const nullAsLeftOut = <Value extends z.core.$ZodType>(value: Value) =>
  z.pipe(
    z.nullish(value),
    z.transform((value) => value ?? undefined),
  )

/** The required reason for an action that is recorded permanently. */
export const reasonText = (name: string, { min, max }: { min: number; max: number }) =>
  z
    .string(`${name} must be at least ${min} characters`)
    .check(
      z.trim(),
      z.minLength(min, `${name} must be at least ${min} characters`),
      z.maxLength(max, `${name} must be less than ${max} characters`),
      storable,
    )

/**
 * An e-mail address. RFC 5321 allows 254 characters. Addresses are unique regardless of case, so they are
 * stored as typed but trimmed.
 */
export const emailAddress = (message: string) =>
  z.pipe(z.string(message).check(z.trim()), z.email(message).check(z.maxLength(254, message), storable))

/** A row's ID. For a malformed one, operations answer "not found". */
export const identifier = z.string().check(z.maxLength(64), storable)

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Whether the text is a UUID. PostgreSQL cannot compare an ID with anything else. */
export const isUuid = (value: string) => uuidShape.test(value)

/** Control characters, line breaks, and characters that reverse the text direction. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** The name of a patient, signer or witness. It is printed on sealed forms, so it must display as typed. */
export const personName = (message: string) =>
  requiredLine(message).check(
    z.refine((name) => !hidden.test(name), 'Remove the characters that cannot be seen'),
  )
