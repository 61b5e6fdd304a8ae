import { statusOf } from '#domain/errors.ts'
import type { Route } from '#rest/route.ts'
import { sample, uploadForm } from '#tests/support/recordFiles.ts'
import type { Answer, TestServer } from '#tests/support/testServer.ts'
import { documentFor, type Operation, variablesFor } from './documents.ts'
import { tableContent } from './importOf.ts'

/** A question as one door takes it. */
export type Question = {
  method: string
  path: string
  body?: unknown
  form?: FormData
  isFollowed?: boolean
}

/** What came back: the failure's code or `data`, and the whole text. */
export type Reply = { code: string; text: string }

/** A door to ask at, for one root field: how it is asked, and how its answers are read. */
export type Transport = {
  question: (asked: Record<string, unknown>) => Question
  read: (answer: Answer) => Reply
}

export const throughGraphQL = (operation: Operation, field: string): Transport => ({
  question: (asked) => {
    const variables = variablesFor(operation, field, asked)
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

const codes = Object.fromEntries(Object.entries(statusOf).map(([code, status]) => [status, code]))

export const throughRest = (route: Route, operation: Operation, field: string): Transport => ({
  question: (asked) => callFor(route, variablesFor(operation, field, asked)),
  read: ({ status, text }) => ({ code: status < 300 ? 'data' : (codes[status] ?? String(status)), text }),
})

const holder = (key: string) => `«${key}»`

/** The call that asks the route's document with these variables; where a parameter goes, the route itself tells. */
function callFor(route: Route, variables: Record<string, unknown>): Question {
  const keys = [...route.path.matchAll(/:(\w+)/g)].map(([, key]) => key as string)
  const params = Object.fromEntries(keys.map((key) => [key, holder(key)]))
  const mapped = route.variables({ params, query: new URLSearchParams(), body: {} })
  const rest = { ...((variables.input as Record<string, unknown>) ?? variables) }
  const places = (mapped.input as Record<string, unknown>) ?? mapped
  let path = route.path
  for (const key of keys) {
    const [name] = Object.entries(places).find(([, value]) => value === holder(key)) ?? []
    if (!name) throw new Error(`${route.path} does nothing with :${key}`)
    path = path.replace(`:${key}`, String(rest[name]))
    delete rest[name]
  }
  if (route.takesForm) return { method: route.method, path, form: formOf(rest) }
  if (route.takesBody)
    return { method: route.method, path, ...(Object.keys(rest).length > 0 && { body: rest }) }
  const query = new URLSearchParams(rest as Record<string, string>).toString()
  return { method: route.method, path: query ? `${path}?${query}` : path }
}

/** A form, in which what is asked about `file` goes as a small file. */
function formOf(fields: Record<string, unknown>): FormData {
  const { file, ...texts } = fields
  const given = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, String(value)]))
  const content = String(file).endsWith('.csv') ? tableContent : sample('rotation.pdf')
  return uploadForm(String(file), content, given)
}

/** Asks as somebody who sends these headers, without keeping what comes back. */
export async function requestAs(
  door: TestServer,
  headers: Record<string, string>,
  { method, path, body, form, isFollowed }: Question,
): Promise<Answer> {
  if (form) return door.visitor().send(method, path, form, headers)
  if (!isFollowed) return door.visitor().call(method, path, body, headers)
  const response = await fetch(door.url + path, {
    method,
    headers: { ...headers, ...STREAM, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return opened(response)
}

const STREAM = { accept: 'text/event-stream' }

/** A stream that opens has let its follower in, who leaves again; one that is refused ends with the reason. */
async function opened(response: Response): Promise<Answer> {
  const { status, headers } = response
  if (response.ok) {
    await response.body?.cancel()
    return { status, headers, text: '', json: {} }
  }
  const text = await response.text()
  return { status, headers, text, json: JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) }
}
