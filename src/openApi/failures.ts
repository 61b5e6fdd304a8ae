import type { FailureCode } from '#domain/errors.ts'

/** The schema of every error response. */
export const failureSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'A sentence to show.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Messages by the name of the field they belong to.',
    },
    reference: { type: 'string', description: 'Where to find a fault of ours in the log.' },
  },
  required: ['message'],
}

/** The meaning of each error code, for client programs. */
export const meanings: Record<FailureCode, string> = {
  invalid: 'Something in the request cannot be used; `fields` says what.',
  unauthenticated: 'No user is signed in, or the e-mail address or password is wrong.',
  forbidden: 'The caller does not have permission.',
  not_found: 'Missing, or not there for this visitor.',
  method_not_allowed: 'The path knows other methods; `Allow` names them.',
  conflict: 'The state of things does not allow it.',
  too_large: 'The body is too large.',
  unsupported: 'The body, or the file in it, is of another kind than is taken here.',
  rate_limited: 'Too many requests or attempts; `Retry-After` says when to come back.',
  provider: 'The signing provider failed; nothing was changed.',
  unavailable: 'The database is away; try again in a moment.',
}
