import type * as z from 'zod/mini'
import type { FieldMessages } from './errors.ts'

/** The first message of each field, under its path; a field that nobody asked for is named. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[key] ??= `Unknown field: ${key}`
    else fields[issue.path.join('.')] ??= issue.message
  }
  return fields
}
