import type { Readable } from 'node:stream'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { parse as parsePath } from 'regexparam'
import { Failure } from '#domain/errors.ts'
import type { GraphQLContext } from '#graphql/execute.ts'
import type { Range } from './range.ts'

export type JsonObject = Record<string, unknown>

/** A call as a route sees it: path parameters, query and body, not yet validated. */
export type Call = {
  params: Record<string, string>
  query: URLSearchParams
  body: JsonObject
  /** The version in If-Match, for calls with `takesVersion`. */
  expectedVersion?: string | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the server checks the variables, which a row takes from a request
type Document<Data> = TypedDocumentNode<Data, any>

export type Connection = {
  edges: { node: unknown; cursor: string }[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined }
}

/** A part of a table, written while it is loaded. */
export type TablePart = {
  columns: string[]
  rows: unknown
  endCursor?: string | null | undefined
  hasNextPage: boolean
}

/** An archive to stream. `bytes` is `null` if it is written while it is sent. */
export type OpenedArchive = { bytes: number | null; content: Readable; fileName: string }

/** How long a list or table is sent before the caller's access is checked again, in milliseconds. */
export const RECHECK_MS = 1_000

/**
 * How a route answers: one object, a list that may be streamed, a file, an archive, or a table as a file. `data` is
 * the result of the route's document. Only the functions below create routes, and their types make sure that both
 * match.
 */
export type Answer =
  | { kind: 'object'; status: number; reply(data: unknown): unknown }
  | { kind: 'list'; connection(data: unknown): Connection }
  | { kind: 'table'; format: 'csv' | 'json'; name(call: Call): string; part(data: unknown): TablePart }
  | { kind: 'archive'; open(data: unknown, context: GraphQLContext): OpenedArchive }
  | { kind: 'file'; file(data: unknown): AnsweredFile }

/** A file that is streamed, completely or in part. */
export type FileContent = {
  fileSize: number
  /** The HTTP entity tag, which changes with the content. */
  tag: string
  read: (range?: Range) => AsyncIterable<Buffer>
}

/** A file to send, either in memory or as a stream. */
export type AnsweredFile = {
  content: Buffer | FileContent
  mimeType: string
  fileName: string
  /** How long the browser may cache it. Not at all by default. */
  keptSeconds?: number
}

export type Route = {
  method: string
  /** The documented pattern, such as `/api/patients/:id/drop`. */
  path: string
  match: (pathname: string) => Record<string, string> | null
  takesBody: boolean
  /** The body is a form with a file for this purpose, instead of JSON. */
  takesForm: 'record' | 'table' | null
  /** The fields of the form that are lists or objects, each as a text with JSON. */
  json: readonly string[]
  /** Whether If-Match makes the change depend on the version that the caller has read. */
  takesVersion: boolean
  document: Document<unknown>
  variables: (call: Call) => JsonObject
  /** The query parameters that filter a list. Each is a variable of the document with the same name. */
  filters: readonly string[]
  answer: Answer
  /** Whether a client that accepts an event stream gets one page after the other, as they come. */
  isFollowed?: boolean
  /** Another route that answers some callers instead. */
  instead?: Instead
}

type Instead = {
  route: Route
  isFor: (context: GraphQLContext, call: Call) => boolean
  /** Who gets what; a sentence of the API's description. */
  description: string
}

type Row<Data> = { document: Document<Data>; variables?: (call: Call) => JsonObject }
type Endpoint = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`

function row(endpoint: Endpoint, { document, variables }: Row<unknown>, answer: Answer): Route {
  const [method = '', path = ''] = endpoint.split(' ')
  return {
    method,
    path,
    match: matcher(path),
    takesBody: method !== 'GET',
    takesForm: null,
    json: [],
    takesVersion: false,
    document,
    variables: variables ?? (() => ({})),
    filters: [],
    answer,
  }
}

/** Variables of a change: the body, and the path parameters under the names that the input has for them. */
export const inputWith =
  (names: Record<string, string> = {}) =>
  ({ params, body }: Call): JsonObject => ({
    input: {
      ...body,
      ...Object.fromEntries(Object.entries(names).map(([param, name]) => [name, params[param]])),
    },
  })

/** A call with one JSON response. `status` is 200 unless a resource was created. */
export const route = <Data>(
  endpoint: Endpoint,
  {
    reply,
    status = 200,
    variables = () => ({}),
    document,
    filters = [],
    numbers = [],
    flags = [],
    lists = [],
  }: Row<Data> & Filtered & { status?: number; reply: (data: Data) => unknown },
): Route => ({
  ...row(
    endpoint,
    {
      document,
      variables: (call) => ({ ...variables(call), ...narrowed(call, filters, { numbers, flags, lists }) }),
    },
    { kind: 'object', status, reply },
  ),
  filters,
})

/** The same for a change that If-Match can make depend on the version that the caller has read. */
export const versionedRoute = <Data>(endpoint: Endpoint, row: Parameters<typeof route<Data>>[1]): Route => ({
  ...route(endpoint, {
    ...row,
    variables: (call) => {
      const { input, ...others } = row.variables?.(call) ?? {}
      const { expectedVersion } = call
      return { ...others, input: { ...(input as JsonObject), ...(expectedVersion && { expectedVersion }) } }
    },
  }),
  takesVersion: true,
})

/** A call that accepts a form with a file instead of JSON, and returns the created resource. */
export const upload = <Data>(
  endpoint: Endpoint,
  {
    takes = 'record',
    json = [],
    variables = () => ({}),
    ...rest
  }: Row<Data> & {
    takes?: 'record' | 'table'
    json?: readonly string[]
    reply: (data: Data) => unknown
  },
): Route => ({
  ...route(endpoint, {
    ...rest,
    status: 201,
    variables: (call) => variables({ ...call, body: { ...call.body, ...jsonFields(call.body, json) } }),
  }),
  takesForm: takes,
  json,
})

/** The fields of a form whose text is JSON, because they are lists or objects. Throws `invalid`. */
const jsonFields = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = body[name]
      return typeof text === 'string' ? [[name, parsed(name, text)]] : []
    }),
  )

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const message = 'Enter this field as JSON'
    throw new Failure('invalid', message, { fields: { [name]: message } })
  }
}

type Filtered = {
  filters?: readonly string[]
  /** Those of `filters` that are numbers. */
  numbers?: readonly string[]
  /** Those of `filters` that are `true` or `false`. */
  flags?: readonly string[]
  /** Those of `filters` that are several words, separated by commas. */
  lists?: readonly string[]
}

/** A call that returns a whole list as a stream, or one page of it with `limit` and `after`. */
export const list = <Data>(
  endpoint: Endpoint,
  {
    connection,
    filters = [],
    numbers = [],
    flags = [],
    variables = () => ({}),
    document,
  }: Row<Data> & Filtered & { connection: (data: Data) => Connection },
): Route => ({
  ...row(
    endpoint,
    {
      document,
      variables: (call) => ({ ...variables(call), ...narrowed(call, filters, { numbers, flags }) }),
    },
    { kind: 'list', connection },
  ),
  filters,
})

/** A call that returns a table as a streamed file. `flags` are filters that are either `true` or missing. */
export const table = <Data>(
  endpoint: Endpoint,
  {
    document,
    part,
    format,
    name,
    filters,
    flags = [],
    variables = () => ({}),
  }: Row<Data> & {
    part: (data: Data) => TablePart
    format: 'csv' | 'json'
    /** The name of the file, without the date. */
    name: string | ((call: Call) => string)
    filters: readonly string[]
    flags?: readonly string[]
  },
): Route => ({
  ...row(
    endpoint,
    {
      document,
      variables: (call) => ({
        ...variables(call),
        ...narrowed(call, filters),
        ...Object.fromEntries(flags.map((flag) => [flag, call.query.get(flag) === 'true' || undefined])),
      }),
    },
    { kind: 'table', format, name: typeof name === 'string' ? () => name : name, part },
  ),
  filters: [...filters, ...flags],
})

/** The parameters of a page of a list. */
const pageParameters = ['limit', 'after']

/** The query parameters that a call takes. Any other is refused. */
export function queryParameters({ filters, answer }: Route): readonly string[] {
  if (answer.kind === 'list') return [...filters, ...pageParameters]
  // Not read: the address of a picture changes with its version, so that a browser does not show an old one.
  return answer.kind === 'file' ? [...filters, 'version'] : filters
}

const narrowed = (
  { query }: Call,
  filters: readonly string[],
  { numbers = [], flags = [], lists = [] }: Omit<Filtered, 'filters'> = {},
): JsonObject =>
  Object.fromEntries(
    filters.map((name) => {
      const text = query.get(name) ?? undefined
      if (lists.includes(name)) return [name, text?.split(',')]
      if (flags.includes(name) && (text === 'true' || text === 'false')) return [name, text === 'true']
      // Anything else stays a text, so that GraphQL says what is wrong with it.
      return [name, text && numbers.includes(name) && /^\d{1,9}$/.test(text) ? Number(text) : text]
    }),
  )

/** A call that returns an archive as a streamed attachment. */
export const archive = <Data>(
  endpoint: Endpoint,
  { open, ...rest }: Row<Data> & { open: (data: Data, context: GraphQLContext) => OpenedArchive },
): Route => row(endpoint, rest, { kind: 'archive', open })

/** A call that returns a file as an attachment. `filters` select one of several. */
export const file = <Data>(
  endpoint: Endpoint,
  {
    file: read,
    filters = [],
    variables = () => ({}),
    document,
  }: Row<Data> & { filters?: readonly string[]; file: (data: Data) => AnsweredFile },
): Route => ({
  ...row(
    endpoint,
    {
      document,
      variables: (call) => ({ ...variables(call), ...narrowed(call, filters) }),
    },
    { kind: 'file', file: read },
  ),
  filters,
})

function matcher(path: string): Route['match'] {
  const { keys, pattern } = parsePath(path)
  return (pathname) => {
    const found = pattern.exec(pathname)
    if (!found) return null
    return Object.fromEntries(keys.map((key, index) => [key, safelyDecoded(found[index + 1] ?? '')]))
  }
}

/** An invalid escape sequence is in no ID, so it is passed on unchanged and not found. */
function safelyDecoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
