import { readFileSync } from 'node:fs'
import { BreakingChangeType, buildSchema, findBreakingChanges, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '#graphql/schema.ts'

// The APIs of the last release, which programs use. docs/development.md says how a release replaces them.
const docs = new URL('../../docs/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, docs), 'utf8')

/** The changes that break programs, each with the reason why it was made without a deprecation. */
const announced = [
  // Records can be forwarded without a form, on another legal basis.
  'Field Forwarding.consentSignedAt changed type from DateTime! to DateTime.',
]

test('the GraphQL schema breaks no program that was written for the last release', () => {
  const released = buildSchema(read('released/schema.graphql'))
  const wasDeprecated = (description: string) => {
    const [, typeName = '', fieldName = ''] = /^Field (\w+)\.(\w+) was removed/.exec(description) ?? []
    const type = released.getType(typeName)
    return isObjectType(type) && type.getFields()[fieldName]?.deprecationReason != null
  }
  const breaking = findBreakingChanges(released, schema).filter(
    ({ type, description }) => !(type === BreakingChangeType.FIELD_REMOVED && wasDeprecated(description)),
  )
  expect(breaking.map(({ description }) => description)).toEqual(announced)
})

type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Operation = {
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean }[]
  requestBody?: Content
  responses: Record<string, Content>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, Schema> }
}

/** The schema itself instead of a reference, its parts as one, and without the alternative `null`. */
function resolved(document: Document, given: Schema): Schema {
  const { allOf, anyOf, oneOf, ...rest } = given.$ref
    ? (document.components.schemas?.[given.$ref.split('/').at(-1) ?? ''] ?? {})
    : given
  const others = (anyOf ?? oneOf)?.filter(({ type }) => type !== 'null')
  if (others?.length === 1) return resolved(document, others[0] as Schema)
  const parts = (allOf ?? []).map((part) => resolved(document, part))
  return {
    ...Object.assign({}, ...parts, rest),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), rest.properties),
    required: [...parts.flatMap(({ required }) => required ?? []), ...(rest.required ?? [])],
  }
}

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat().filter((one) => one !== 'null')

/** The documents of two versions. */
type Versions = { old: Document; now: Document }

/** What a program that reads answers of the old schema misses in the new one. */
function missing(versions: Versions, [before, after]: [Schema, Schema], at: string): string[] {
  const old = resolved(versions.old, before)
  const now = resolved(versions.now, after)
  if (typesOf(old).length > 0 && typesOf(now).some((type) => !typesOf(old).includes(type)))
    return [`${at} was ${typesOf(old)} and is ${typesOf(now)}`]
  if (old.items && now.items) return missing(versions, [old.items, now.items], `${at}[]`)
  return Object.entries(old.properties ?? {}).flatMap(([name, property]) => {
    const kept = now.properties?.[name]
    return kept ? missing(versions, [property, kept], `${at}.${name}`) : [`${at}.${name} was removed`]
  })
}

const schemaIn = ({ content }: Content = {}): Schema => Object.values(content ?? {})[0]?.schema ?? {}

/** What the call refuses now, although it took it before. */
function refused({ old, now }: Versions, [before, after]: [Operation, Operation], at: string): string[] {
  const [taken, takes] = [
    resolved(old, schemaIn(before.requestBody)),
    resolved(now, schemaIn(after.requestBody)),
  ]
  const names = (one: Operation) => (one.parameters ?? []).flatMap(({ name }) => name ?? [])
  const wanted = (one: Operation) =>
    (one.parameters ?? []).flatMap(({ name, required }) => (name && required ? name : []))
  return [
    ...Object.keys(taken.properties ?? {}).filter((name) => !takes.properties?.[name]),
    ...names(before).filter((name) => !names(after).includes(name)),
    ...(takes.required ?? []).filter((name) => !taken.required?.includes(name)),
    ...wanted(after).filter((name) => !wanted(before).includes(name)),
  ].map((name) => `${at} no longer takes or now needs ${name}`)
}

test('the REST calls break no program that was written for the last release', () => {
  const versions: Versions = {
    old: JSON.parse(read('released/openapi.json')),
    now: JSON.parse(read('openapi.json')),
  }
  const changes = Object.entries(versions.old.paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, before]) => {
      const at = `${method.toUpperCase()} ${path}`
      const after = versions.now.paths[path]?.[method]
      if (!after) return [`${at} was removed`]
      const answers = Object.keys(before.responses)
        .filter((status) => status.startsWith('2'))
        .flatMap((status) =>
          missing(versions, [schemaIn(before.responses[status]), schemaIn(after.responses[status])], at),
        )
      return [...answers, ...refused(versions, [before, after], at)]
    }),
  )
  expect(changes).toEqual([])
})
