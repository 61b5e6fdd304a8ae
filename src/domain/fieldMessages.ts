import type * as z from 'zod/mini'
import type { FieldMessages } from './errors.ts'
import { shortened } from './text.ts'

/** How many fields get a message, so that an answer stays small however many are wrong. */
const FIELDS_MAX = 100
/** How many unknown fields are named, and how many characters of each name are repeated. */
const UNKNOWN = { named: 20, length: 60 } as const

/**
 * The first message of each field by its path. An unknown field is reported by its own name; of many, the last one named
 * says how many more there are.
 */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  // A Map, because objects inherit `constructor` and treat `__proto__` specially.
  const fields = new Map<string, string>()
  const unknown = new Set<string>()
  const say = (field: string, message: string) =>
    fields.has(field) || fields.size >= FIELDS_MAX || fields.set(field, message)
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') say(issue.path.join('.'), issue.message)
    else
      for (const key of issue.keys) {
        unknown.add(key)
        const name = shortened(key, UNKNOWN.length)
        if (unknown.size <= UNKNOWN.named) say(name, `Unknown field: ${name}`)
      }
  }
  const more = unknown.size - UNKNOWN.named
  if (more > 0) {
    const last = shortened([...unknown][UNKNOWN.named - 1] ?? '', UNKNOWN.length)
    fields.set(last, `Unknown field: ${last} and ${more} more`)
  }
  return Object.fromEntries(fields)
}

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** A text and a list have a size, and a number is one. */
const sizeOf = (origin: string, limit: string): string =>
  origin === 'string'
    ? `have ${limit} characters`
    : origin === 'array'
      ? `have ${limit} entries`
      : `be ${limit}`

/**
 * What is wrong with a value whose schema has no message for it. Only programs send such values, so the message calls the field
 * by its name in the API.
 */
export const plainError: z.core.$ZodErrorMap = (issue) => {
  const field = issue.path?.join('.') || 'The input'
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return `${field} is required`
      return `${field} must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `${field} must ${sizeOf(issue.origin, `at most ${issue.maximum}`)}`
    case 'too_small':
      return `${field} must ${sizeOf(issue.origin, `at least ${issue.minimum}`)}`
    case 'invalid_value':
      return `${field} must be one of: ${issue.values.join(', ')}`
    default:
      return `${field} is not valid`
  }
}
