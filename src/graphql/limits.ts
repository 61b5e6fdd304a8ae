import { createComplexityRule } from '@pothos/plugin-complexity'
import {
  BREAK,
  type DocumentNode,
  GraphQLError,
  type ParseOptions,
  parse,
  type Source,
  type ValidationRule,
  validate,
  visit,
} from 'graphql'
import { Failure } from '#domain/errors.ts'
import { schema } from './schema.ts'

/** What one request may ask of the server; answered before any SQL runs (QUALITY S42). */
export const limits = {
  tokens: 1000,
  depth: 10,
  aliases: 15,
  directives: 20,
  cost: 6500,
} as const

/** Parses no more than the tokens allowed, so that a long document costs little to refuse. */
export function parseWithin(source: string | Source, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: limits.tokens })
  } catch (error) {
    throw / tokens\. Parsing aborted/.test(String(error))
      ? tooMuch(`Use at most ${limits.tokens} tokens`)
      : error
  }
}

/** Refuses a document with more aliases or directives than any screen of ours needs. */
export const countRule: ValidationRule = (context) => ({
  Document(document) {
    let aliases = 0
    let directives = 0
    visit(document, {
      Field: (field) => {
        if (field.alias) aliases += 1
      },
      Directive: () => {
        directives += 1
      },
    })
    if (aliases > limits.aliases) context.reportError(tooMuch(`Use at most ${limits.aliases} aliases`))
    if (directives > limits.directives)
      context.reportError(tooMuch(`Use at most ${limits.directives} directives`))
  },
})

const tooMuch = (message: string) => new GraphQLError(message, { extensions: { code: 'invalid' } })

/** Throws `invalid` for a document that is too deep or too wide with these variables. */
export function refuseTooCostly(document: DocumentNode, variableValues: Record<string, unknown>): void {
  if (isIntrospection(document)) return
  const rule = createComplexityRule({
    variableValues,
    context: {},
    validate: ({ depth, complexity }, report) => {
      if (depth > limits.depth) report(tooMuch(`Nest at most ${limits.depth} levels`))
      if (complexity > limits.cost) report(tooMuch('Ask for less at once: fewer fields or a smaller page'))
    },
  })
  const [error] = validate(schema, document, [rule]).filter(({ extensions }) => extensions.code === 'invalid')
  if (error) throw new Failure('invalid', error.message)
}

/** Whether a document asks about the schema itself, through whatever fragment; only administrators may. */
export function isIntrospection(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Field: ({ name }) => {
      if (!/^__(schema|type)$/.test(name.value)) return undefined
      found = true
      return BREAK
    },
  })
  return found
}
