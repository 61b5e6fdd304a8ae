import type { IncomingMessage, ServerResponse } from 'node:http'
import { defaultExtractPersistedOperationId } from '@graphql-yoga/plugin-persisted-operations'
import { getOperationAST, OperationTypeNode } from 'graphql'
import { type FetchAPI, processRegularResult } from 'graphql-yoga'
import { type Answers, type EndpointContext, setSessionHeaders } from './answers.ts'
import type { DocumentCache } from './documentCache.ts'
import type { Persisted } from './persisted.ts'
import type { Request } from './rootScopes.ts'

type Options = { persisted: Persisted; documents: DocumentCache; answers: Answers; fetchAPI: FetchAPI }

/**
 * Answers the usual request without Yoga's Request, Response and hooks, which take a tenth of its CPU time: a signed-in
 * caller posts one query or mutation as JSON and accepts JSON. Leaves every other request to Yoga, and reports that by
 * `false`. Both share how a document is run and how a result becomes an answer.
 */
export function makeDirectAnswers({ persisted, documents, answers, fetchAPI }: Options) {
  return async (req: IncomingMessage, res: ServerResponse, endpoint: EndpointContext): Promise<boolean> => {
    if ('refused' in endpoint || !endpoint.context.actor || !isUsual(req)) return false
    const request = readRequest((req as { body?: Buffer }).body)
    if (!request) return false
    const { caller, context } = endpoint
    const result = answers.reported(await answers.answer(context, request), caller.requestId)
    const response = processRegularResult(result as never, fetchAPI, 'application/json')
    await setSessionHeaders(response.headers, context)
    const body = await response.text()
    for (const [name, value] of response.headers) res.appendHeader(name, value)
    res.writeHead(response.status, { 'Content-Length': Buffer.byteLength(body) })
    res.end(body)
    return true
  }

  function readRequest(body: Buffer | undefined): Request | null {
    const asked = jsonObject(body)
    const {
      query: text = persistedText(asked),
      variables,
      operationName,
      extensions,
      ...others
    } = asked ?? {}
    if (typeof text !== 'string' || Object.keys(others).length > 0) return null
    if (!isObjectOrNone(variables) || !isObjectOrNone(extensions)) return null
    if (operationName != null && typeof operationName !== 'string') return null
    const document = parsed(text)
    const operation = document && getOperationAST(document, operationName)
    if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return null
    return { document, variables: variables ?? {}, operationName: operationName ?? undefined }
  }

  /** The text of a persisted document that is asked for by its hash. */
  function persistedText(asked: JsonObject | null): string | undefined {
    const hash = defaultExtractPersistedOperationId((asked ?? {}) as never, undefined as never, {})
    return hash === null ? undefined : persisted.get(hash)
  }

  function parsed(text: string) {
    try {
      return documents.parse(text)
    } catch {
      return null
    }
  }
}

type JsonObject = Record<string, unknown>

/** Whether a request asks for plain JSON, as nearly every client does. Yoga handles all other requests. */
const isUsual = ({ method, url, headers: { accept = '*/*' } }: IncomingMessage): boolean =>
  method === 'POST' && url === '/graphql' && /application\/json|\*\/\*/.test(accept) && !accept.includes('q=')

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isObjectOrNone = (value: unknown): value is JsonObject | null | undefined =>
  value == null || isObject(value)

function jsonObject(body: Buffer | undefined): JsonObject | null {
  try {
    const value: unknown = JSON.parse(String(body))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
