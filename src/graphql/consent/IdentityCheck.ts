import { identityChecks } from '#domain/consent/identityCheck.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

export const IdentityCheck = builder.enumType('IdentityCheck', {
  description: 'Identity check before the document is shown to the holder of a signing link.',
  values: enumValues(identityChecks, {
    none: 'The link alone',
    date_of_birth: 'The patient’s date of birth',
    email_code: 'A code that is sent to the patient',
  }),
})
