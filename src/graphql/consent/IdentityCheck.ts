import { identityChecks } from '#domain/consent/identityCheck.ts'
import { builder } from '../builder.ts'

export const IdentityCheck = builder.enumType('IdentityCheck', {
  description: 'What whoever holds a signing link answers before the document shows.',
  values: identityChecks,
})
