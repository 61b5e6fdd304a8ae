import type { Day } from '../dates.ts'
import type { Identifier } from '../identifiers.ts'
import { phoneDigits } from '../patients/patientSearch.ts'
import { foldForSearch } from '../patients/search.ts'

type Person = {
  firstName: string
  lastName: string
  /** `null` if unknown. */
  email: string | null
  dateOfBirth?: Day | null | undefined
  phone?: string | null | undefined
  address?: string | null | undefined
  /** What another system calls the person. */
  identifier?: Identifier | null | undefined
}

/** A name without case and accents, as in the index `patients_same_name_idx`. */
export const foldedName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  foldForSearch(`${firstName} ${lastName}`)

/**
 * The keys by which two rows count as the same person: the identifier, the e-mail address, or name and date of birth. Without
 * a date of birth it is name, phone and address, so that a repeated row is recognized.
 */
export function personKeys(person: Person): string[] {
  const { email, dateOfBirth, phone, address, identifier } = person
  const who = dateOfBirth
    ? `born ${dateOfBirth}`
    : `at ${phoneDigits(phone ?? '')} ${foldForSearch(address ?? '').replace(/\W+/g, ' ')}`
  return [
    `${foldedName(person)} ${who}`,
    ...(email ? [`mail ${email.toLowerCase()}`] : []),
    ...(identifier ? [identifierKey(identifier)] : []),
  ]
}

/** The key of a person by what another system calls them. */
export const identifierKey = ({ system, value }: Identifier): string =>
  `id ${JSON.stringify([system, value])}`
