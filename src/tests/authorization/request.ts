import { statusOf } from '#domain/errors.ts'
import type { Route } from '#rest/route.ts'
import { sample, uploadForm } from '#tests/support/recordFiles.ts'
import type { Answer, TestServer } from '#tests/support/testServer.ts'
import { documentFor, type Operation, variablesFor } from './documents.ts'
import { tableContent } from './fixtureParts.ts'

/** A request, in the form that one transport sends. */
export type Question = {
  method: string
  path: string
  body?: unknown
  form?: FormData
  isFollowed?: boolean
}

/** The response: the error code or `data`, and the full body. */
export type Reply = { code: string; text: string }

/** How one root field is requested through GraphQL or REST, and how the response is read. */
export type Transport = {
  question: (args: Record<string, unknown>) => Question
  read: (answer: Answer) => Reply
}

export const throughGraphQL = (operation: Operation, field: string): Transport => ({
  question: (args) => {
    const variables = variablesFor(operation, field, args)
    return {
      method: 'POST',
      path: '/graphql',
      body: { query: documentFor(operation, field, variables), variables },
      isFollowed: operation === 'Subscription',
    }
  },
  read: ({ json, text }) => {
    const { errors } = (json ?? {}) as { errors?: { message: string; extensions?: { code?: string } }[] }
    const [first] = errors ?? []
    return { code: first ? (first.extensions?.code ?? first.message) : 'data', text }
  },
})

// Of codes with the same status, the first is meant; the others are in the body.
const codes = Object.fromEntries(
  Object.entries(statusOf)
    .reverse()
    .map(([code, status]) => [status, code]),
)

export const throughRest = (route: Route, operation: Operation, field: string): Transport => ({
  question: (args) => callFor(route, variablesFor(operation, field, args)),
  read: ({ status, text, json }) => {
    const { code = codes[status] ?? String(status) } = Object(json) as { code?: string }
    return { code: status < 300 ? 'data' : code, text }
  },
})

/** As part of an address or a form. Half of a surrogate pair cannot be sent there. */
const toText = (value: unknown): string => String(value).toWellFormed()

const holder = (key: string) => `«${key}»`

/** The REST call with these variables. The route itself shows which variable each path parameter sets. */
function callFor(route: Route, variables: Record<string, unknown>): Question {
  const keys = [...route.path.matchAll(/:(\w+)/g)].map(([, key]) => key as string)
  const params = Object.fromEntries(keys.map((key) => [key, holder(key)]))
  const mapped = route.variables({ params, query: new URLSearchParams(), body: {} })
  const rest = { ...((variables.input as Record<string, unknown>) ?? variables) }
  const places = (mapped.input as Record<string, unknown>) ?? mapped
  let path = route.path
  for (const key of keys) {
    const [name] = Object.entries(places).find(([, value]) => value === holder(key)) ?? []
    if (!name) throw new Error(`${route.path} ignores :${key}`)
    path = path.replace(`:${key}`, () => encodeURIComponent(toText(rest[name])))
    delete rest[name]
  }
  if (route.takesForm) return { method: route.method, path, form: formOf(rest) }
  if (route.takesBody)
    return { method: route.method, path, ...(Object.keys(rest).length > 0 && { body: rest }) }
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]) => [name, toText(value)]),
  ).toString()
  return { method: route.method, path: query ? `${path}?${query}` : path }
}

/** Multipart form data. `file` names a small sample file to attach. */
function formOf(fields: Record<string, unknown>): FormData {
  const { file, ...texts } = fields
  const strings = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, toText(value)]))
  const content = String(file).endsWith('.csv') ? tableContent : sample('rotation.pdf')
  return uploadForm(String(file), content, strings)
}

/** Sends a request with these headers and ignores cookies that the response sets. */
export async function requestAs(
  server: TestServer,
  headers: Record<string, string>,
  { method, path, body, form, isFollowed }: Question,
): Promise<Answer> {
  if (form) return server.visitor().send(method, path, form, headers)
  if (!isFollowed) return server.visitor().call(method, path, body, headers)
  const response = await fetch(server.url + path, {
    method,
    headers: { ...headers, ...STREAM, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return opened(response)
}

const STREAM = { accept: 'text/event-stream' }

/** Closes a stream that was opened. For a denied one, reads the error. */
async function opened(response: Response): Promise<Answer> {
  const { status, headers } = response
  if (response.ok) {
    await response.body?.cancel()
    return { status, headers, text: '', json: {} }
  }
  const text = await response.text()
  return { status, headers, text, json: JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) }
}
