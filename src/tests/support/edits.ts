import { expect } from 'vitest'

/** What the audit row of an edit says about the fields that it changed. */
export const editOf = (...fields: string[]) => ({
  fields,
  changes: Object.fromEntries(fields.map((field) => [field, expect.anything()])),
})
