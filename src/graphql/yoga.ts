import { type ExecutionArgs, validate } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { can } from '#domain/access/policy.ts'
import { Failure } from '#domain/errors.ts'
import type { Caller, GraphQLContext, Recognise } from './context.ts'
import { type Execute, recordDenial } from './execute.ts'
import { asGraphQLError, failureOf, type LogFault } from './failures.ts'
import { countRule, isIntrospection, parseWithin, refuseTooCostly } from './limits.ts'
import { schema } from './schema.ts'

/** What the server hands to Yoga with a request; `visit` is filled in once somebody had to be recognised. */
export type DoorContext = { caller: Caller; visit?: GraphQLContext }

type Doors = { recognise: Recognise; execute: Execute; log: LogFault; defaultQuery?: string }

/** GraphQL over HTTP: limits first, then who is asking, then the shared execution. */
export function makeYoga(doors: Doors) {
  return createYoga<DoorContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // Its default echoes any Origin with credentials; the server's cross-site rule stands in front instead.
    cors: false,
    landingPage: false,
    multipart: false,
    graphiql: {
      title: 'Caseload GraphiQL',
      defaultQuery: '{ me { firstName role } dashboardStats { totalPatients } }',
    },
    // Nine megabytes in one module: loaded when an administrator opens GraphiQL.
    renderGraphiQL: async (options) =>
      (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    // `execute` has told every error already.
    maskedErrors: false,
    logging: false,
    plugins: [withinLimits(doors)],
  })
}

function withinLimits({ recognise, execute, log }: Doors): Plugin<DoorContext> {
  return {
    onParse: ({ setParseFn }) => setParseFn(parseWithin),
    onValidate: ({ addValidationRule, setValidationFn }) => {
      addValidationRule(countRule)
      // A guess at what was meant would tell visitors what there is.
      setValidationFn((known, document, rules) => validate(known, document, rules, { hideSuggestions: true }))
    },
    onExecute: ({ setExecuteFn }) => setExecuteFn((args) => answer(args as never)),
    onResponse: async ({ response, serverContext }) => {
      if (
        response.status === 401 &&
        (serverContext as Partial<DoorContext> | undefined)?.caller?.bearer != null
      )
        response.headers.set('WWW-Authenticate', 'Bearer')
      const cookie = await (serverContext as Partial<DoorContext> | undefined)?.visit?.setCookie()
      if (cookie) response.headers.append('Set-Cookie', cookie)
    },
  }

  async function answer(args: ExecutionArgs & { contextValue: DoorContext }) {
    const request = {
      document: args.document,
      variables: (args.variableValues ?? {}) as Record<string, unknown>,
      operationName: args.operationName ?? undefined,
    }
    try {
      refuseTooCostly(request.document, request.variables)
      const visit = await recognise(args.contextValue.caller)
      args.contextValue.visit = visit
      if (isIntrospection(request.document) && !can(visit.actor, 'graphiql.use')) {
        const closed = new Failure(
          visit.actor ? 'forbidden' : 'unauthenticated',
          'Introspection is for administrators',
          { subject: { resourceType: 'schema' } },
        )
        await recordDenial(visit, closed, '__schema', log)
        throw closed
      }
      return await execute(visit, request)
    } catch (error) {
      const reference = args.contextValue.visit?.request.id ?? 'before-sign-in'
      return { errors: [asGraphQLError(failureOf(error, reference, log), reference)] }
    }
  }
}
