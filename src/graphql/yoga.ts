import type { IncomingMessage, ServerResponse } from 'node:http'
import { createYoga, isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga'
import { textOfDocument } from '#operations/apiKeys/keyDocuments.ts'
import {
  type AnswerOptions,
  type Answers,
  type EndpointContext,
  makeAnswers,
  requestOf,
  setSessionHeaders,
  type YogaArgs,
} from './answers.ts'
import type { GraphQLContext } from './context.ts'
import { makeDirectAnswers } from './directAnswers.ts'
import { type DocumentCache, makeDocumentCache } from './documentCache.ts'
import { acceptHashes, type Persisted } from './persisted.ts'
import { schema } from './schema.ts'

type YogaOptions = Omit<AnswerOptions, 'documents'> & {
  /** The documents that can be requested by their hash. */
  persisted: Persisted
}

/** GraphQL over HTTP for a caller who has been counted. */
export function makeYoga(options: YogaOptions) {
  const documents = makeDocumentCache(options.persisted)
  const answers = makeAnswers({ ...options, documents })
  const yoga = createYoga<EndpointContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // Yoga's default allows any Origin with credentials. The server's cross-site check replaces it.
    cors: false,
    landingPage: false,
    multipart: false,
    // Yoga would decide differently who gets the page. The HTTP endpoint decides.
    graphiql: false,
    // It would keep 1,024 documents and their errors, of any size.
    parserAndValidationCache: false,
    // `execute` has already reported every error.
    maskedErrors: false,
    logging: false,
    plugins: [acceptHashes(options.persisted, textOfKeys), withinLimits(documents, answers)],
  })
  const answerDirectly = makeDirectAnswers({ ...options, documents, answers, fetchAPI: yoga.fetchAPI })
  return {
    handle: async (req: IncomingMessage, res: ServerResponse, endpoint: EndpointContext): Promise<unknown> =>
      (await answerDirectly(req, res, endpoint)) || yoga.handle(req, res, endpoint),
    documents,
  }
}

/** The text of a document of the caller's API key, by its hash. */
const textOfKeys = async (hash: string, asker: EndpointContext): Promise<string | null> =>
  'context' in asker ? textOfDocument(asker.context, hash) : null

function withinLimits(documents: DocumentCache, answers: Answers): Plugin<EndpointContext> {
  return {
    onRequestParse: ({ serverContext }) => {
      const asker = serverContext as unknown as EndpointContext
      if ('refused' in asker) throw answers.told(asker.refused, asker.caller.requestId)
    },
    onParams: ({ params, context }) => answers.refuseLongAnonymous(params.query, context as never),
    onParse: ({ setParseFn }) => setParseFn(documents.parse as never),
    // The order of errors depends on the caller, so documents are validated where they run.
    onValidate: ({ setValidationFn }) => setValidationFn(() => []),
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn((args) => answers.answer((args as YogaArgs).contextValue.context, requestOf(args))),
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn((args) => answers.follow(args as never)),
    onResultProcess: ({ result, setResult, resultProcessor, setResultProcessor, serverContext }) => {
      // A client that accepts none of our content types gets JSON, so that it learns about a completed change.
      if (!resultProcessor && !isAsyncIterable(result))
        setResultProcessor(processRegularResult as never, 'application/json')
      if (!('errors' in result) || !result.errors) return
      const { requestId: reference } = (serverContext as unknown as EndpointContext).caller
      setResult(answers.reported(result, reference))
    },
    onResponse: async ({ response, serverContext }) => {
      if (response.headers.get('content-type') === 'text/event-stream') asStream(response.headers)
      const { context } = Object(serverContext) as { context?: GraphQLContext }
      if (context) await setSessionHeaders(response.headers, context)
    },
  }
}

/** Forbids proxies to cache, buffer or compress the stream. */
function asStream(headers: Headers): void {
  headers.set('Cache-Control', 'no-store, no-transform')
  headers.set('X-Accel-Buffering', 'no')
  headers.delete('Content-Encoding')
}
