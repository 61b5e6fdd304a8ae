import type { FieldMessages } from '../errors.ts'
import { optionalText } from '../text.ts'
import { type Recipient, recipientInWords, recipientsInput } from './recipients.ts'
import { coverageOf, type Scope } from './scope.ts'
import { scopeInput } from './scopeInput.ts'

/** The fields of the terms in the input of a request. */
export const chosenTerms = { recipients: recipientsInput, scope: scopeInput, purpose: optionalText() }

/** The terms of an authorization that its sender chooses. */
export type ChosenTerms = { recipients: readonly Recipient[]; scope: Scope; purpose: string }

/** What an authorization states besides its signature, as data (45 CFR 164.508(c)(1)(i)-(v)). */
export type AuthorizationTerms = ChosenTerms & { patient: string; discloser: string; ends: string }

type Check = { field: string; isStated: (terms: AuthorizationTerms) => boolean; message: string }

const isText = (text: string) => text.trim() !== ''

const checks: readonly Check[] = [
  {
    field: 'scope',
    isStated: ({ scope }) => {
      const { categories, isUncategorized } = coverageOf(scope)
      return isUncategorized || categories.length > 0
    },
    message: 'An authorization must name the records that may be disclosed',
  },
  {
    field: 'discloser',
    isStated: ({ discloser }) => isText(discloser),
    message: 'An authorization must name who may disclose. Set the name of the clinic.',
  },
  {
    field: 'recipients',
    isStated: ({ recipients }) =>
      recipients.length > 0 && recipients.every((recipient) => isText(recipientInWords(recipient))),
    message: 'An authorization must name each recipient',
  },
  {
    field: 'purpose',
    isStated: ({ purpose }) => isText(purpose),
    message: 'An authorization must state its purpose',
  },
  {
    field: 'ends',
    isStated: ({ ends }) => isText(ends),
    message: 'An authorization must state when it ends',
  },
  {
    field: 'patient',
    isStated: ({ patient }) => isText(patient),
    message: 'An authorization must name the patient',
  },
]

/** The core elements that the terms lack, by field; empty if they are complete. The signature comes later. */
export const missingTerms = (terms: AuthorizationTerms): FieldMessages =>
  Object.fromEntries(
    checks.filter(({ isStated }) => !isStated(terms)).map(({ field, message }) => [field, message]),
  )
