import type { CombinedError } from '@urql/core'
import type { GraphQLError } from 'graphql'
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
  const { message, extensions = {} }: Partial<GraphQLError> = error.graphQLErrors[0] ?? {}
  return {
    code: extensions.code as string | undefined,
    message: message || fallback,
    fields: extensions.fields as FieldMessages | undefined,
    isChanged: extensions.isChanged === true,
  }
}
