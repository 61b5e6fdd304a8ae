import { GraphQLError } from 'graphql'
import { isReceivedTable } from '#domain/imports/receivedTable.ts'
import { isReceivedFile } from '#domain/records/receivedFile.ts'
import { builder } from './builder.ts'

const text = (name: string) => (value: unknown) => {
  if (typeof value === 'string') return value
  throw new GraphQLError(`${name} must be a string`)
}

builder.scalarType('DateTime', {
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  description: 'An instant in UTC, as ISO 8601 with milliseconds: 2026-01-05T20:04:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: text('DateTime'),
})

builder.scalarType('Date', {
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date',
  description: 'A calendar day, as YYYY-MM-DD. If you send an instant, its first ten characters count.',
  serialize: (value) => value.toISOString().slice(0, 10),
  parseValue: text('Date'),
})

builder.scalarType('JSON', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  description: 'Any JSON value.',
  serialize: (value) => value,
})

builder.scalarType('Upload', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc7578',
  description:
    'An uploaded file. JSON cannot contain it: send it as a form to `POST /api/patients/{id}/records` or `POST /api/patient-imports`.',
  serialize: () => {
    throw new GraphQLError('An Upload can only be sent to the server')
  },
  parseValue: (value) => {
    if (isReceivedFile(value) || isReceivedTable(value)) return value
    throw new GraphQLError(
      'Send the file as a form to POST /api/patients/{id}/records or POST /api/patient-imports',
    )
  },
})

builder.scalarType('FileContent', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3986',
  description:
    'The URL of the bytes of a file, to be read by GET, such as `/api/patients/{id}/records/{recordId}/file`.',
  serialize: (value) => value,
  parseValue: () => {
    throw new GraphQLError('A FileContent can only be read')
  },
})
