import { identityChecks } from '#domain/consent/identityCheck.ts'
import { builder } from '../builder.ts'

export const IdentityCheck = builder.enumType('IdentityCheck', {
  description: 'Identity check before the document is shown to the holder of a signing link.',
  values: identityChecks,
})
