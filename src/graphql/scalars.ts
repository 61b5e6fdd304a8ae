import { GraphQLError } from 'graphql'
import { builder } from './builder.ts'

const text = (name: string) => (value: unknown) => {
  if (typeof value === 'string') return value
  throw new GraphQLError(`${name} must be given as text`)
}

builder.scalarType('DateTime', {
  description: 'An instant in UTC, as ISO 8601 with milliseconds: 2026-01-05T20:04:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: text('DateTime'),
})

builder.scalarType('Date', {
  description: 'A calendar day, as YYYY-MM-DD. Of an instant given for one, the first ten characters count.',
  serialize: (value) => value.toISOString().slice(0, 10),
  parseValue: text('Date'),
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
})
