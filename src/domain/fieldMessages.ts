import type * as z from 'zod/mini'
import type { FieldMessages } from './errors.ts'

/** The first message of each field, under its path; a field that nobody asked for is named, whatever its name. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  // A map, because every object has a `constructor` and swallows a `__proto__`.
  const fields = new Map<string, string>()
  const say = (field: string, message: string) => fields.has(field) || fields.set(field, message)
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) say(key, `Unknown field: ${key}`)
    else say(issue.path.join('.'), issue.message)
  }
  return Object.fromEntries(fields)
}
