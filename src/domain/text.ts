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

/**
 * A trimmed, optional text of a few lines, such as an address. Empty lines are dropped. Empty becomes `null`, omitted stays
 * `undefined`.
 */
export const optionalLines = (most: { characters: number; lines: number }) =>
  z.pipe(
    z.nullish(
      z
        .string()
        .check(z.trim(), z.maxLength(most.characters, `Use at most ${most.characters} characters`), storable)
        .check(
          z.refine(
            (text) => linesOf(text).length <= most.lines && linesOf(text).every(isVisible),
            `Use at most ${most.lines} lines of visible characters`,
          ),
        ),
    ),
    z.transform((text) => (text ? linesOf(text).join('\n') : text === '' ? null : text)),
  )

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\t', ' ').trim())
    .filter((line) => line !== '')

/** A text that can be left out or blank, which is `null` then. */
export const blankAsNull = z.pipe(
  z.nullish(z.string()),
  z.transform((typed) => (typed?.trim() ? typed : null)),
)

/** The name of a signer, or `null`. */
export const optionalName = (message: string) => z.pipe(blankAsNull, z.nullable(signedName(message)))

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

/** Control characters, line breaks, characters that no font draws, and characters that change the text direction. */
const hidden = /[\p{Cc}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Arabic and the scripts of India join letters by characters without width; Han has variants of one character. */
const spelling =
  /(?<=[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}])[\u200c\u200d]|(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu

/** Alphabets with letters that look the same, such as the Latin and the Cyrillic "a". */
const lookAlike = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
]

const isVisible = (name: string) => !hidden.test(name.replace(spelling, ''))

/** Unicode TR39 calls this a mixed-script confusable. */
const mixesAlphabets = (name: string) =>
  name.split(/[^\p{L}\p{M}]+/u).some((word) => lookAlike.filter((script) => script.test(word)).length > 1)

/** For the name of a person, which is printed on sealed forms and so must read as it was typed. */
const readableName = z.refine<string>((name) => isVisible(name), 'Remove the characters that cannot be seen')
const oneAlphabet = z.refine<string>(
  (name) => !mixesAlphabets(name),
  'Use letters of one alphabet in each word of the name',
)

/** The name of a patient, a user, a signer or a witness. */
export const personName = (message: string) => requiredLine(message).check(readableName, oneAlphabet)

/** A name and nothing else: no colon, bracket or check mark with which it could say more than a name. */
export const signedName = (message: string) =>
  personName(message).check(
    z.refine(
      (name) =>
        /^[\p{L}\p{M}\p{N}\p{Zs}\p{Join_Control}\p{Variation_Selector}'’‘ʼ`´.,·・\p{Pd}]*$/u.test(name),
      'Type only a name: letters, spaces, hyphens and apostrophes',
    ),
  )
