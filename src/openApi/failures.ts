import { conflictReasons, type FailureCode, failureCodes, proofKinds } from '#domain/errors.ts'

/** The schema of every error response. */
export const failureSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'A sentence to show.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Messages by field name.',
    },
    version: {
      type: 'string',
      description: 'The current version, if the object was changed in the meantime.',
    },
    code: { type: 'string', enum: [...failureCodes, 'internal'], description: 'The kind of error.' },
    reason: {
      type: 'string',
      enum: Object.keys(conflictReasons),
      description: 'The reason of a `conflict`, if a program can handle it without a person.',
    },
    how: {
      type: 'array',
      items: { type: 'string', enum: [...proofKinds] },
      description: 'What the caller can show to go on.',
    },
    reference: { type: 'string', description: 'The ID of an internal error in the server log.' },
    isChanged: {
      type: 'boolean',
      description: 'True for an internal error that came after the change was made.',
    },
  },
  required: ['message'],
}

/** The meaning of each error code, for client programs. */
export const meanings: Record<FailureCode, string> = {
  invalid: 'The input is invalid; `fields` says where.',
  unauthenticated: 'No user is signed in, or the e-mail address or password is wrong.',
  factor_required:
    'The password is right, but the account has a second factor. Send the same call again with `code` or `recoveryCode`.',
  step_up_required:
    'The last sign-in or confirmation is more than 10 minutes old. Confirm with GraphQL’s `stepUp` and one of `how`, then ' +
    'send the same call again.',
  forbidden: 'The caller does not have permission.',
  not_found: 'Missing, or not visible to the caller.',
  method_not_allowed: 'The path has other methods; `Allow` lists them.',
  stale: 'The object was changed after the version in `If-Match`; `version` is the current one.',
  conflict: 'The current state does not allow the change.',
  too_large: 'The body is too large.',
  unsupported: 'The type of the body, or of the file in it, is not supported.',
  rate_limited: 'Too many requests or attempts; `Retry-After` says when to try again.',
  provider: 'The signing provider failed; nothing was changed.',
  unavailable: 'The database or the storage cannot be used; try again in a moment.',
  storage_full: 'The disk of the server is full; nothing was saved.',
  storage_read_only: 'The storage of the server accepts no changes; nothing was saved.',
  too_many_files: 'The server has too many files open; try again in a minute.',
}

/** The meaning of status 500. */
export const INTERNAL = 'An error of the server; `reference` finds it in the log.'
