import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApi } from '#openApi/openApi.ts'
import { routes } from '#rest/router.ts'

type Json = Record<string, unknown>
type Response = { $ref?: string; content?: Record<string, { schema: Json }>; headers?: Json }
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { schemas: Record<string, Json>; responses: Record<string, Response> }
}

/** What a test server has answered to a REST call. `json` is `undefined` if the body is no JSON. */
type Answered = { status: number; headers: Headers; json: unknown }

/**
 * Says how the answer to a REST call differs from the OpenAPI document; `null` if it does not. The document is read strictly:
 * a field, a status or a media type that it does not have is a difference, too.
 */
export function differenceFromDocument(method: string, address: string, answer: Answered): string | null {
  const path = new URL(address, 'http://localhost').pathname
  const route = routes.find((one) => one.method === method && one.match(path))
  if (!route) return null
  const spelled = route.path.replaceAll(/:(\w+)/g, '{$1}')
  const responses = contract().document.paths[spelled]?.[method.toLowerCase()]?.responses ?? {}
  const response = responses[answer.status]
  const call = `${method} ${route.path} answered ${answer.status}`
  if (!response) return `${call}, and the document has only ${Object.keys(responses).join(', ')}`
  const { content = {} } = resolved(response)
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const documented = content[type] ?? content['*/*']
  if (Object.keys(content).length > 0 && !documented)
    return `${call} as ${type}, and the document has only ${Object.keys(content).join(', ')}`
  if (answer.json === undefined || !documented) return null
  const validate = contract().validatorOf(documented.schema)
  if (validate(answer.json)) return null
  return `${call}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(answer.json)}`
}

const resolved = ({ $ref, ...response }: Response): Response =>
  $ref ? (contract().document.components.responses[$ref.split('/').at(-1) ?? ''] ?? {}) : response

let loaded: ReturnType<typeof load> | undefined
const contract = () => {
  loaded ??= load()
  return loaded
}

function load() {
  const document = openApi() as Document
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  formats.default(ajv)
  ajv.addKeyword('components')
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    closedInside(schema),
  ])
  ajv.addSchema({ $id: 'caseload', components: { schemas: Object.fromEntries(schemas) } })
  const validators = new WeakMap<Json, ReturnType<typeof ajv.compile>>()
  const validatorOf = (schema: Json) => {
    const before = validators.get(schema)
    if (before) return before
    const validator = ajv.compile(absolute(closed(schema)) as Json)
    validators.set(schema, validator)
    return validator
  }
  return { document, validatorOf }
}

/** The schema without room for fields that it does not have. */
function closed(schema: unknown): unknown {
  const { properties, allOf, $ref } = Object(schema) as Json
  if (!properties && !allOf && !$ref) return closedInside(schema)
  return { ...(closedInside(schema) as Json), unevaluatedProperties: false }
}

/** The same for everything inside the schema. Parts of one object, as in `allOf`, can be closed only together. */
function closedInside(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { properties, allOf, anyOf, oneOf, items, ...rest } = schema as Record<string, unknown[] & Json>
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
    }),
    ...(allOf && { allOf: allOf.map(closedInside) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(oneOf && { oneOf: oneOf.map(closed) }),
    ...(items && { items: closed(items) }),
  }
}

/** The same schema with references that work outside of the document. */
const absolute = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"caseload#/components/'))
