import * as z from 'zod/mini'
import { type Day, dayOf } from '../dates.ts'
import { answer } from '../patientTexts/answers.ts'
import { emailAddress, requiredLine } from '../text.ts'

/** In what capacity somebody signs: as the patient, or with an authority over the patient's records (45 CFR 164.502(g)). */
export const signerCapacities = ['patient', 'parent', 'guardian', 'power_of_attorney', 'executor'] as const
export type SignerCapacity = (typeof signerCapacities)[number]

/** The authorities of a personal representative. */
export const authorities = ['parent', 'guardian', 'power_of_attorney', 'executor'] as const
export type Authority = (typeof authorities)[number]

/** How a representative proves the authority. */
export const authorityProofs = ['upload', 'shown_to_staff'] as const
export type AuthorityProof = (typeof authorityProofs)[number]

/** The limits of an uploaded proof: bytes, the accepted types, and the uploads per link. */
export const PROOF = {
  bytes: 10 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  uploads: 5,
} as const

/** Somebody who signs for the patient. The name is the signer's name. */
export const representativeInput = z.strictObject({
  email: emailAddress(answer('emailInvalid')),
  relation: requiredLine(answer('relationMissing'), 100),
  authority: z.enum(authorities, answer('authorityMissing')),
  proof: z.enum(authorityProofs, answer('proofMissing')),
})
export type Representative = z.output<typeof representativeInput>

/** A person's age in years on a day. On February 29 birthdays count from March 1 in other years. */
export function ageOn(born: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}

/** Whether a patient is too young to sign on a day. A patient without a birth date counts as an adult. */
export const isMinor = (
  { dateOfBirth }: { dateOfBirth: Date | null },
  today: Day,
  adultAge: number,
): boolean => dateOfBirth !== null && ageOn(dayOf(dateOfBirth), today) < adultAge
