import {
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { API_VERSION, apiVersions, VERSION_HEADER } from '#domain/apiVersion.ts'
import { type FailureCode, failureCodes, statusOf } from '#domain/errors.ts'
import { PAGE } from '#domain/paging.ts'
import { rootFields, scopesOf } from '#graphql/rootScopes.ts'
import { schema } from '#graphql/schema.ts'
import type { JsonObject, Route } from '#rest/route.ts'
import { routes } from '#rest/router.ts'
import { failureSchema, INTERNAL, meanings } from './failures.ts'
import { parametersIn, requestBody } from './requestBody.ts'
import { leafSchema, presentSchemaOf, sampleOf, schemaOf, schemasByName } from './shapes.ts'

type Field = GraphQLField<unknown, unknown>

/** The REST calls as OpenAPI 3.1, generated from their routes, documents, SDL and zod inputs. */
export function openApi(): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Caseload',
      version: API_VERSION,
      description: 'Patients, signed consent and forwarded records. Every error is JSON with a message.',
    },
    // Relative to the address of the document, which every installation serves.
    servers: [{ url: '/' }],
    // Keys first, because client generators send what they are given in the first way.
    security: [{ apiKey: [] }, { session: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-caseload',
          description: 'Comes with signing in; plain `caseload` over http on loopback.',
        },
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key that an administrator made.' },
      },
      schemas: { ...schemasByName(), Failure: failureSchema },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A value of your own for this change, such as a UUID. If you send the same change again with it within a day, you get the first answer, and nothing is changed again.',
          schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
        },
        ApiVersion: {
          name: VERSION_HEADER,
          in: 'header',
          required: false,
          description:
            'The version of the API for which the program was written; the newest without this header. An unknown one is refused.',
          schema: { type: 'string', enum: apiVersions },
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          required: false,
          description:
            'The ETag of the answer from which you know the object. If it was changed since, the change is refused with 412.',
          schema: { type: 'string', pattern: '^"[^"]{1,100}"$' },
        },
      },
      responses: {
        ...Object.fromEntries(
          [...new Set(failureCodes.map(mainCode))]
            .filter((code) => code !== 'method_not_allowed')
            .map((code) => [code, failureResponse(meaningsOf(code))]),
        ),
        internal: failureResponse(INTERNAL),
      },
    },
  }
}

const failureResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

/** Several codes can share a status. The document has one response for each status, named after the first of its codes. */
const mainCode = (code: FailureCode): FailureCode =>
  failureCodes.find((one) => statusOf[one] === statusOf[code]) ?? code

/** The meaning of each code with the same status. */
function meaningsOf(code: FailureCode): string {
  const same = failureCodes.filter((one) => statusOf[one] === statusOf[code])
  return same.length === 1 ? meanings[code] : same.map((one) => `\`${one}\`: ${meanings[one]}`).join(' ')
}

function operationOf(route: Route): JsonObject {
  const [field] = rootFields(schema, route.document)
  if (!field) throw new Error(`${route.method} ${route.path} selects nothing`)
  return {
    operationId: nameOf(route),
    summary: summaryOf(route),
    tags: [tagOf(route)],
    description: [field.description, route.instead?.description].filter(Boolean).join(' '),
    ...(scopesOf(field)?.anyone && { security: [] }),
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route, field),
      { $ref: '#/components/parameters/ApiVersion' },
      ...(isRepeatable(route, field) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(route.takesVersion ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ],
    ...requestBody(route, field),
    responses: { ...successOf(route, field), ...failuresOf(route, field) },
  }
}

/** The name of the document. If two calls send the same table, their format distinguishes them. */
function nameOf(route: Route): string {
  const name = definitionOf(route).name?.value.replace(/^Rest/, '') ?? ''
  const format = route.answer.kind === 'table' ? route.answer.format : ''
  return `${name}${asSentence(format)}`.replace(/^./, (first) => first.toLowerCase())
}

/** "Patient report CSV" for `patientReportCsv`. */
const summaryOf = (route: Route): string =>
  asSentence(nameOf(route).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)).replace(
    / (csv|json)$/,
    (format) => format.toUpperCase(),
  )

/** "Patient imports" for all calls under `/api/patient-imports`. */
const tagOf = ({ path }: Route): string => asSentence((path.split('/')[2] ?? '').replaceAll('-', ' '))

const asSentence = (words: string): string => words.replace(/^./, (first) => first.toUpperCase())

const definitionOf = ({ document }: Route) =>
  document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode

const pathParameters = (route: Route) =>
  parametersIn(route).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))

function queryParameters(route: Route, field: Field): JsonObject[] {
  const page = [
    {
      name: 'limit',
      description: `Rows of one page, with a Link header to the next; without \`limit\` and \`after\` the whole list is streamed.`,
      schema: { type: 'integer', minimum: 1, maximum: PAGE.max },
    },
    {
      name: 'after',
      description: 'Only rows after this cursor, which is in the Link header.',
      schema: { type: 'string' },
    },
  ]
  const filters = route.filters.map((name) => {
    const argument = argumentsOf(field).find((one) => one.name === name)
    if (!argument) throw new Error(`${route.path} filters by ${name}, which ${field.name} does not know`)
    const schema = leafSchema(argument.type, false)
    const isList = isListType(getNullableType(argument.type))
    return {
      name,
      description: argument.description,
      ...(isList ? { schema: { type: 'array', items: schema }, explode: false } : { schema }),
    }
  })
  return [...filters, ...(route.answer.kind === 'list' ? page : [])].map((one) => ({
    in: 'query',
    required: false,
    ...one,
  }))
}

/** The arguments of a field; those of a query with one input are its fields. */
function argumentsOf({ args }: Field): readonly (GraphQLArgument | GraphQLInputField)[] {
  const [input] = args
  const type = input && getNamedType(input.type)
  return input?.name === 'input' && isInputObjectType(type) ? Object.values(type.getFields()) : args
}

/** Whether an Idempotency-Key has an effect: the call changes something for a caller who is signed in. */
const isRepeatable = (route: Route, field: Field): boolean =>
  definitionOf(route).operation === 'mutation' && !scopesOf(field)?.anyone

function successOf(route: Route, field: Field): JsonObject {
  const { answer } = route
  if (answer.kind === 'table') {
    const type = answer.format === 'csv' ? 'text/csv' : 'application/json'
    const schema = answer.format === 'csv' ? { type: 'string' } : { type: 'array', items: { type: 'object' } }
    return {
      200: { description: 'The whole table as an attachment, streamed.', content: { [type]: { schema } } },
    }
  }
  if (answer.kind === 'file' || answer.kind === 'archive') {
    const type = answer.kind === 'archive' ? 'application/zip' : '*/*'
    const content = { [type]: { schema: { type: 'string', format: 'binary' } } }
    const whole = { 200: { description: 'The file, as an attachment.', content } }
    // An archive is always sent whole.
    if (answer.kind === 'archive' || !route.path.endsWith('/file')) return whole
    return {
      ...whole,
      206: { description: 'The part requested by Range; If-Range uses the ETag.', content },
      416: {
        description: 'The file has none of the requested bytes; Content-Range says how many it has.',
      },
    }
  }
  const body = bodySchemaOf(route)
  // An empty list matches both.
  const schema = route.instead ? { anyOf: [body, bodySchemaOf(route.instead.route)] } : body
  const headers = {
    ...(answer.kind === 'list' && linkHeader),
    ...(isRepeatable(route, field) && replayedHeader),
    ...(hasVersion(route) && versionHeader),
  }
  const status = answer.kind === 'object' ? answer.status : 200
  return {
    [status]: {
      description: answer.kind === 'list' ? 'The rows, in order.' : 'Done.',
      ...(Object.keys(headers).length > 0 && { headers }),
      content: {
        'application/json': { schema },
        ...(route.isFollowed && { 'text/event-stream': { schema: { type: 'string' } } }),
      },
    },
  }
}

/** The schema of a JSON response. */
function bodySchemaOf(route: Route): JsonObject {
  const { answer } = route
  const sample = sampleData(route)
  if (answer.kind === 'list')
    return { type: 'array', items: schemaOf(answer.connection(sample).edges[0]?.node) }
  if (answer.kind === 'object') return presentSchemaOf(answer.reply(sample))
  throw new Error(`${route.path} does not answer with JSON`)
}

const replayedHeader = {
  'Idempotency-Replayed': {
    description: '`true` if this is the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const hasVersion = (route: Route): boolean =>
  route.answer.kind === 'object' && 'version' in Object(route.answer.reply(sampleData(route)))

const versionHeader = {
  ETag: { description: 'The version of the object, for If-Match.', schema: { type: 'string' } },
}

const linkHeader = {
  Link: {
    description: 'The next page, as `rel="next"` (RFC 8288); missing on the last.',
    schema: { type: 'string' },
  },
}

function sampleData(route: Route): unknown {
  const { operation, selectionSet } = definitionOf(route)
  const root = schema.getRootType(operation)
  if (!root) throw new Error(`There is no ${operation}`)
  const fragments = route.document.definitions.filter(
    (one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION,
  )
  return sampleOf(getNullableType(root), selectionSet, new Map(fragments.map((one) => [one.name.value, one])))
}

/** Whether a call names an object, in its path, in its query or in its body, so that the object can be missing. */
const namesObjects = (route: Route, field: Field): boolean =>
  parametersIn(route).length > 0 ||
  route.path.endsWith('/by-identifier') ||
  argumentsOf(field).some(
    ({ name, type }) => (route.takesBody || route.filters.includes(name)) && hasId(type),
  )

function hasId(type: GraphQLInputType): boolean {
  const named = getNamedType(type)
  return isInputObjectType(named)
    ? Object.values(named.getFields()).some((inner) => hasId(inner.type))
    : named.name === 'ID'
}

/** Calls that read a stored file. It can be damaged, missing, or closed because of harmful software. */
const readsFile = /\/(file|view|document|consent-form|proof|columns)$/

/** The errors of a call, by its parts: an input, a body, a record, a required role. */
function failuresOf(route: Route, field: Field): JsonObject {
  const isWrite = definitionOf(route).operation === 'mutation'
  const possible: Partial<Record<FailureCode, boolean>> = {
    invalid: true,
    unauthenticated: true,
    // An API key can be limited to GraphQL documents, which closes every call to it.
    forbidden: true,
    not_found: namesObjects(route, field) || route.path === '/api/debug/session',
    stale: route.takesVersion,
    conflict: isWrite || readsFile.test(route.path),
    too_large: route.takesBody,
    unsupported: route.takesBody,
    rate_limited: true,
    provider: route.path.endsWith('/send-consent'),
    unavailable: true,
    storage_full: isWrite,
  }
  const codes = failureCodes.filter((code) => possible[code]).map(mainCode)
  return {
    ...Object.fromEntries(codes.map((code) => [statusOf[code], responseFor(code)])),
    500: responseFor('internal'),
  }
}

const responseFor = (code: FailureCode | 'internal') => ({ $ref: `#/components/responses/${code}` })
