import * as z from 'zod/mini'
import { FailedAfterChange, Failure, type FieldMessages } from '#domain/errors.ts'
import { fieldMessages, plainError } from '#domain/fieldMessages.ts'
import type { Database } from '#infra/database.ts'
import type { OperationContext, RequestContext } from './context.ts'

/** An operation as the endpoints call it. They use `input`, its schema, to explain errors. */
export type Operation<Context, Result, Input extends z.core.$ZodType = z.core.$ZodType> = {
  (ctx: Context, raw: z.input<Input>): Promise<Result>
  input: Input
}

/** Parses the input, then runs the body in one transaction. */
export function operation<Input extends z.core.$ZodType, Result>(
  input: Input,
  run: (ctx: OperationContext, input: z.output<Input>) => Promise<Result>,
): Operation<OperationContext, Result, Input> {
  return unwrapped(input, (ctx, parsed) => inTransaction(ctx, (inside) => run(inside, parsed)))
}

/**
 * Parses the input and runs without a transaction around the body, for operations that need no signed-in user, check a
 * password or call a provider, and so must choose their own transactions.
 */
export function unwrapped<
  Input extends z.core.$ZodType,
  Result,
  Context extends RequestContext = OperationContext,
>(
  input: Input,
  run: (ctx: Context, input: z.output<Input>) => Promise<Result>,
): Operation<Context, Result, Input> {
  return Object.assign(async (ctx: Context, raw: unknown) => run(ctx, parse(input, raw)), { input })
}

/** The parsed input; throws `invalid` with a message per field. */
export function parse<Input extends z.core.$ZodType>(input: Input, raw: unknown): z.output<Input> {
  const parsed = z.safeParse(input, raw, { error: plainError })
  if (parsed.success) return parsed.data
  throw invalid(fieldMessages(parsed.error))
}

export const invalid = (fields: FieldMessages) =>
  new Failure('invalid', Object.values(fields).join('. '), { fields })

const TRIES = 3

/**
 * Runs `body` in one transaction. A transaction that PostgreSQL cancelled because of a deadlock or a serialization
 * failure has changed nothing and is repeated.
 */
export const inTransaction = <Context extends RequestContext, Result>(
  ctx: Context,
  body: (ctx: Context) => Promise<Result>,
): Promise<Result> => repeated(ctx, () => ctx.db.$transaction((tx) => body({ ...ctx, db: tx as Database })))

/** Runs a step after a committed change, such as reading it back. Throws FailedAfterChange if the step fails. */
export const afterChange = <Result>(run: () => Promise<Result>): Promise<Result> =>
  run().catch((error: unknown) => {
    throw new FailedAfterChange(error)
  })

/** Repeats a whole transaction that PostgreSQL cancelled in this way. */
export async function repeated<Result>(
  { isRepeatable }: Pick<RequestContext, 'isRepeatable'>,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === TRIES || !isRepeatable(error)) throw error
    }
  }
}
