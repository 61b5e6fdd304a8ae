import type * as z from 'zod/mini'
import type { Operation } from '#operations/operation.ts'

/** How `execute` finds the words for input that GraphQL itself refused: the input the operation parses. */
export type FieldExtensions = { input?: z.core.$ZodType }

/** The resolver of a field that is one operation over one `input` argument. */
export const runs = <Context, Result>(operation: Operation<Context, Result>) => ({
  extensions: { input: operation.input } satisfies FieldExtensions,
  resolve: (_root: unknown, { input }: { input: object }, context: Context) => operation(context, input),
})
