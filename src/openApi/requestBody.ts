import { type GraphQLField, getNamedType, isEnumType, isInputObjectType, isNonNullType } from 'graphql'
import { toJSONSchema } from 'zod/v4/core'
import { inputOf } from '#graphql/rootScopes.ts'
import type { JsonObject, Route } from '#rest/route.ts'
import { type JsonSchema, leafSchema } from './shapes.ts'

type Field = GraphQLField<unknown, unknown>

/** The names of the parameters in a call's path. */
export const parametersIn = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The schema of the body: the operation's input without the path parameters. */
export function requestBody(route: Route, field: Field): JsonObject {
  const input = inputOf(field)
  if (!route.takesBody || !input) return {}
  const { $schema, ...whole } = toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const taken = new Set(Object.keys(filledFromPath(route)))
  const properties = Object.fromEntries(
    Object.entries(whole.properties as JsonObject)
      .filter(([name]) => !taken.has(name))
      .map(([name, property]) => [
        name,
        {
          description: descriptionOf(field, name),
          ...(isFile(field, name)
            ? anyBytes
            : asSent(route, name, closed(field, name, property as JsonObject))),
        },
      ]),
  )
  if (Object.keys(properties).length === 0) return {}
  const required = ((whole.required as string[] | undefined) ?? []).filter((name) => !taken.has(name))
  const type = route.takesForm ? 'multipart/form-data' : 'application/json'
  return {
    requestBody: {
      required: required.length > 0,
      content: { [type]: { schema: { ...whole, properties, required } } },
    },
  }
}

/** The SDL's description of an input field. */
const descriptionOf = (field: Field, name: string): string | undefined =>
  inputField(field, name)?.description ?? undefined

/** The schema of a property. Where zod checks an enum with a function, JSON Schema knows nothing of it, so the SDL's enum is used. */
function closed(field: Field, name: string, property: JsonObject): JsonObject {
  const type = inputField(field, name)?.type
  const [first] = (property.anyOf as object[] | undefined) ?? []
  const isUnknown = first !== undefined && Object.keys(first).length === 0
  return isUnknown && type && isEnumType(getNamedType(type))
    ? leafSchema(type, !isNonNullType(type))
    : property
}

/** The schema of a field as the call takes it. Throws if a form has a list or an object that its route does not read as JSON. */
function asSent({ takesForm, json, path }: Route, name: string, property: JsonObject): JsonObject {
  if (json.includes(name))
    return { type: 'string', contentMediaType: 'application/json', contentSchema: property }
  const types = [property, ...((property.anyOf as JsonObject[] | undefined) ?? [])].map(({ type }) => type)
  if (takesForm && (types.includes('array') || types.includes('object')))
    throw new Error(`The form of ${path} has ${name}, which its route does not name in \`json\``)
  return property
}

/** A file in a form, as defined by OpenAPI 3.1. */
const anyBytes = { contentMediaType: 'application/octet-stream' }

function isFile(field: Field, name: string): boolean {
  const type = inputField(field, name)?.type
  return type !== undefined && getNamedType(type).name === 'Upload'
}

function inputField(field: Field, name: string) {
  const type = field.args[0] && getNamedType(field.args[0].type)
  return isInputObjectType(type) ? type.getFields()[name] : undefined
}

/** The input fields that a route fills from its path. */
function filledFromPath(route: Route): JsonObject {
  const params = Object.fromEntries(parametersIn(route).map((name) => [name, name]))
  return (route.variables({ params, query: new URLSearchParams(), body: {} }).input ?? {}) as JsonObject
}
