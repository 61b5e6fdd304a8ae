import type * as z from 'zod/mini'
import type { FieldMessages } from './errors.ts'

/** The first message of each field by its path. An unknown field is reported by its own name. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  // A Map, because objects inherit `constructor` and treat `__proto__` specially.
  const fields = new Map<string, string>()
  const say = (field: string, message: string) => fields.has(field) || fields.set(field, message)
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) say(key, `Unknown field: ${key}`)
    else say(issue.path.join('.'), issue.message)
  }
  return Object.fromEntries(fields)
}
