import type { CombinedError } from '@urql/core'
import type { FieldMessages } from '#domain/errors.ts'

/** An error for display: the server's sentence, and messages by field if it sent any. */
export type ErrorMessage = {
  code: string | undefined
  message: string
  fields: FieldMessages | undefined
  /** Whether the change was made, and the error came after it. */
  isChanged: boolean
}

/** Converts any client error; `fallback` is SPEC's sentence for when the server sent none. */
export function errorMessage(error: CombinedError, fallback: string): ErrorMessage {
  const [first] = error.graphQLErrors
  if (!first) return { code: undefined, message: fallback, fields: undefined, isChanged: false }
  return {
    code: first.extensions.code as string | undefined,
    message: first.message || fallback,
    fields: first.extensions.fields as FieldMessages | undefined,
    isChanged: first.extensions.isChanged === true,
  }
}
