import type { CombinedError } from '@urql/core'
import type { FieldMessages } from '#domain/errors.ts'

/** An error as a person is told it: the server's sentence, and messages by field where it gave some. */
export type ToldFailure = { code: string | undefined; message: string; fields: FieldMessages | undefined }

/** One reading of every error of the client; `fallback` is SPEC's sentence for when the server gave none. */
export function toldFailure(error: CombinedError, fallback: string): ToldFailure {
  const [first] = error.graphQLErrors
  if (!first) return { code: undefined, message: fallback, fields: undefined }
  return {
    code: first.extensions.code as string | undefined,
    message: first.message || fallback,
    fields: first.extensions.fields as FieldMessages | undefined,
  }
}
