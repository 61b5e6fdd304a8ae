import type * as z from 'zod/mini'
import type { Operation } from '#operations/operation.ts'

/** Facts about a field that `execute` needs. */
export type FieldExtensions = {
  /** The operation's input, whose messages are used for input that GraphQL itself rejected. */
  input?: z.core.$ZodType
  /** The value is a secret that is shown only once, so that a repeated answer leaves it out. */
  shownOnce?: boolean
}

export const shownOnce = { shownOnce: true } satisfies FieldExtensions

/** The resolver of a field with one operation and one `input` argument. */
export const runs = <Context, Result>(operation: Operation<Context, Result>, more: FieldExtensions = {}) => ({
  extensions: { input: operation.input, ...more } satisfies FieldExtensions,
  resolve: (_root: unknown, { input }: { input: object }, context: Context) => operation(context, input),
})
