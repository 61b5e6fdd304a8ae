import type { Day } from '../dates.ts'
import { foldForSearch } from '../patients/search.ts'

type Person = {
  firstName: string
  lastName: string
  /** `null` where none is known. */
  email: string | null
  dateOfBirth?: Day | null | undefined
  phone?: string | null | undefined
  address?: string | null | undefined
}

/** A name without case and accents, as the index `patients_same_name_idx` holds it. */
export const foldedName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  foldForSearch(`${firstName} ${lastName}`)

/**
 * What two have in common who are taken for one person: the e-mail, or name and day of birth. Where no day of birth is
 * known, name, telephone and address together, so that the same row is known again.
 */
export function personKeys(person: Person): string[] {
  const { email, dateOfBirth, phone, address } = person
  const who = dateOfBirth
    ? `born ${dateOfBirth}`
    : `at ${(phone ?? '').replace(/\D/g, '')} ${foldForSearch(address ?? '').replace(/\W+/g, ' ')}`
  return [`${foldedName(person)} ${who}`, ...(email ? [`mail ${email.toLowerCase()}`] : [])]
}
