import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { printedSchema } from '#graphql/printSchema.ts'
import { schema } from '#graphql/schema.ts'
import { objectTypes } from './documents.ts'
import { stated } from './types.ts'

/** The fields of connections and edges. */
const ofConnections = ['edges', 'pageInfo', 'node', 'cursor']
const isOfConnection = ({ name }: GraphQLObjectType) => /Connection(Edge)?$/.test(name)

const fieldsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter(
    ({ name }) => !(isOfConnection(type) && ofConnections.includes(name)),
  )

describe('every object type', () => {
  test.each(objectTypes().map((type) => [type.name, type] as const))(
    '%s has a rule for each field',
    (name, type) => {
      const [relations, attributes] = [true, false].map((isRelation) =>
        fieldsOf(type)
          .filter((field) => isObjectType(getNamedType(field.type)) === isRelation)
          .map((field) => field.name),
      )
      const { attributes: words = '', relations: rules = {} } = stated[name] ?? {}
      expect(words.split(/\s+/).filter(Boolean).sort(), 'attributes').toEqual(attributes?.sort())
      expect(Object.keys(rules).sort(), 'relations').toEqual(relations?.sort())
    },
  )

  test('every rule belongs to an existing type', () => {
    const names = new Set(objectTypes().map(({ name }) => name))
    expect(Object.keys(stated).filter((name) => !names.has(name))).toEqual([])
  })

  test('a colleague has only a name and a role, and no relations', () => {
    const targets = Object.entries(stated).flatMap(([name, { relations = {} }]) =>
      Object.entries(relations)
        .filter(([, rule]) => rule === 'colleague')
        .map(([field]) => {
          const type = schema.getType(name) as GraphQLObjectType
          return getNamedType(type.getFields()[field]?.type)?.name
        }),
    )
    expect([...new Set(targets)]).toEqual(['User'])
    expect(stated.User?.relations).toBeUndefined()
  })
})

describe('the schema offers no way around the rules', () => {
  test.each(['passwordHash', 'filePath', 'docusignEnvelopeId', 'sid', 'sess', 'secretHash', 'linkHash'])(
    'the schema has no %s',
    (word) => {
      expect(printedSchema()).not.toMatch(new RegExp(`\\b${word}\\b`))
    },
  )
})
