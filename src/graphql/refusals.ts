import {
  GraphQLError,
  type GraphQLInputType,
  getOperationAST,
  getVariableValues,
  isRequiredArgument,
  validateInputValue,
} from 'graphql'
import * as z from 'zod/mini'
import { Failure, type FailureSubject } from '#domain/errors.ts'
import { fieldMessages, plainError } from '#domain/fieldMessages.ts'
import { shortened } from '#domain/text.ts'
import { invalid } from '#operations/operation.ts'
import type { GraphQLContext } from './context.ts'
import {
  argumentReader,
  askedFor,
  inputOf,
  keyFailure,
  type Request,
  type RootSelection,
  rootSelections,
  scopeFailure,
} from './rootScopes.ts'
import { schema } from './schema.ts'

/** Finds a root field that this caller may never use, and its failure. */
export function closedTo(
  { actor }: GraphQLContext,
  request: Request,
): { failure: Failure; field: string } | null {
  const { document, variables = {}, operationName } = request
  const readOnly = keyFailure(schema, actor, document, variables, operationName)
  if (readOnly) return { failure: readOnly, field: '' }
  const argumentsOf = argumentReader(request)
  for (const selection of rootSelections(schema, document, operationName)) {
    const failure = scopeFailure(selection.field, actor, argumentsOf(selection))
    if (failure) return { failure, field: selection.field.name }
  }
  return null
}

/**
 * GraphQL rejects arguments of the wrong type before a resolver runs: literals during validation, variables during
 * coercion. This returns the same error for both, with the messages of the operation's own input where it has any.
 * Returns `null` if the arguments are not the problem.
 */
export function argumentFailure(request: Request): Failure | null {
  const argumentsOf = argumentReader(request)
  const selections = rootSelections(schema, request.document, request.operationName)
  return (
    firstOf(selections, (one) => inputFailure(one, argumentsOf(one))) ??
    firstOf(selections, (one) => shapeFailure(one, argumentsOf(one)))
  )
}

function firstOf<One>(all: readonly One[], failureOf: (one: One) => Failure | null): Failure | null {
  for (const one of all) {
    const failure = failureOf(one)
    if (failure) return failure
  }
  return null
}

/** Validates with the operation's own input. */
function inputFailure({ field }: RootSelection, args: Record<string, unknown>): Failure | null {
  const input = inputOf(field)
  if (!input) return null
  const takesInput = field.args.some(({ name }) => name === 'input')
  const parsed = z.safeParse(input, takesInput ? args.input : args, { error: plainError })
  return parsed.success ? null : invalid(fieldMessages(parsed.error))
}

/** Validates with the types in the schema. */
function shapeFailure({ field }: RootSelection, args: Record<string, unknown>): Failure | null {
  for (const arg of field.args) {
    const value = args[arg.name]
    const message = value === undefined && !isRequiredArgument(arg) ? null : shapeMessage(value, arg.type)
    if (message !== null) return invalid({ [arg.name]: message })
  }
  return null
}

/** GraphQL's messages quote the whole value, so they are cut to this many characters. */
const QUOTED_MAX = 300

/** The first error of a value, because every element of a long list may be invalid. */
function shapeMessage(value: unknown, type: GraphQLInputType): string | null {
  try {
    validateInputValue(
      value,
      type,
      (error) => {
        throw error
      },
      true,
    )
    return null
  } catch (error) {
    if (error instanceof GraphQLError) return shortened(error.message, QUOTED_MAX)
    throw error
  }
}

/**
 * Returns the first GraphQL error in the variables of a request, without suggestions. Only the first, because each
 * error quotes the whole value, so that all errors together would grow with the square of its size.
 */
export function variableError({
  document,
  variables = {},
  operationName,
}: Request): GraphQLError | undefined {
  const declared = getOperationAST(document, operationName)?.variableDefinitions ?? []
  const options = { hideSuggestions: true, maxErrors: COERCION_ERRORS_MAX }
  return getVariableValues(schema, declared, variables, options).errors?.[0]
}

/** The number of coercion errors that GraphQL reports; see `variableError`. */
export const COERCION_ERRORS_MAX = 1

/** Converts GraphQL's error for a variable to a failure with the variable's name. */
export function variableFailure({ message }: GraphQLError): Failure {
  const [prefix = '', name] = /^Variable "\$(\w+)" (?:has|got) invalid value[^:]*: /.exec(message) ?? []
  const words = shortened(message.slice(prefix.length), QUOTED_MAX)
  return name ? invalid({ [name]: words }) : new Failure('invalid', words)
}

/** The root field of an error, and its arguments. */
export function askedAt(
  request: Request,
  error: GraphQLError,
): { field: string; subject: FailureSubject } | null {
  const [key] = error.path ?? []
  const selection = rootSelections(schema, request.document, request.operationName).find(
    ({ node }) => (node.alias ?? node.name).value === key,
  )
  if (!selection) return null
  const { field } = selection
  return { field: field.name, subject: askedFor(field, argumentReader(request)(selection)) }
}
