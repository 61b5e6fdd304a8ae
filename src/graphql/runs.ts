import type * as z from 'zod/mini'
import type { Operation } from '#operations/operation.ts'

/** Gives `execute` the operation's input, whose messages it uses for input that GraphQL itself rejected. */
export type FieldExtensions = { input?: z.core.$ZodType }

/** The resolver of a field with one operation and one `input` argument. */
export const runs = <Context, Result>(operation: Operation<Context, Result>) => ({
  extensions: { input: operation.input } satisfies FieldExtensions,
  resolve: (_root: unknown, { input }: { input: object }, context: Context) => operation(context, input),
})
