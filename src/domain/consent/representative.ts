import * as z from 'zod/mini'
import { ageOn, type Day, dayOf } from '../dates.ts'
import type { FieldMessages } from '../errors.ts'
import { answer } from '../patientTexts/answers.ts'
import { blankAsNull, emailAddress, optionalName, optionalText, requiredLine } from '../text.ts'

/**
 * In what capacity somebody signs: as the patient, or with an authority over the patient's records (45 CFR 164.502(g)).
 * `representative` is one whose authority was not stated, because DocuSign does not ask for it.
 */
export const signerCapacities = [
  'patient',
  'parent',
  'guardian',
  'power_of_attorney',
  'executor',
  'representative',
] as const
export type SignerCapacity = (typeof signerCapacities)[number]

/** The authorities of a personal representative. */
export const authorities = ['parent', 'guardian', 'power_of_attorney', 'executor'] as const
export type Authority = (typeof authorities)[number]

/** The authorities as staff read them. */
export const authorityLabels: Record<Authority, string> = {
  parent: 'Parent of a minor',
  guardian: 'Legal guardian',
  power_of_attorney: 'Power of attorney',
  executor: 'Executor of the estate',
}

/** How a representative proves the authority to sign. */
export const authorityProofs = ['upload', 'shown_to_staff'] as const
export type AuthorityProof = (typeof authorityProofs)[number]

/** The limits of an uploaded proof: bytes, the accepted types, and the uploads per link. */
export const PROOF = {
  bytes: 10 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  uploads: 5,
} as const

/** A personal representative who signs for the patient. The signature has their name. */
export const representativeInput = z.strictObject({
  /** For the copy of the form. At the clinic it can be left out. */
  email: z.nullish(emailAddress(answer('emailInvalid'))),
  relation: requiredLine(answer('relationMissing'), 100),
  authority: z.enum(authorities, answer('authorityMissing')),
  proof: z.enum(authorityProofs, answer('proofMissing')),
})
export type Representative = z.output<typeof representativeInput>

/** Who signed a form on paper. Without an authority, it was the patient. */
export const paperSigner = {
  authority: z.pipe(blankAsNull, z.nullable(z.enum(authorities, 'Choose who signed'))),
  representativeName: optionalName('Enter the name of the representative'),
  representativeRelation: optionalText(100),
}

type PaperSigner = {
  authority: Authority | null
  representativeName: string | null
  representativeRelation?: string | null | undefined
}

const paperBars: Record<SigningBar, string> = {
  minor: 'The patient was too young to sign on that day. Choose who signed for the patient.',
  died: 'The patient had died before that day. Choose who signed for the patient.',
  parent_of_adult: 'The patient was an adult on that day, so a parent needs another authority to sign.',
  authority_ended: 'This authority ended when the patient died. Choose another one.',
}

/** What is wrong with the signer of a form on paper, by field; empty if it is complete. */
export function paperSignerProblems(
  { authority, representativeName, representativeRelation }: PaperSigner,
  bar: SigningBar | null,
): FieldMessages {
  if (authority)
    return {
      ...(bar && { authority: paperBars[bar] }),
      ...(!representativeName && { representativeName: 'Enter the name of the representative' }),
      ...(!representativeRelation && {
        representativeRelation: 'Enter who they are to the patient, like “mother”',
      }),
    }
  if (bar) return { authority: paperBars[bar] }
  const message = 'Leave this empty if the patient signed'
  return {
    ...(representativeName && { representativeName: message }),
    ...(representativeRelation && { representativeRelation: message }),
  }
}

/** Why somebody cannot sign for a patient. */
export type SigningBar = 'minor' | 'died' | 'parent_of_adult' | 'authority_ended'

/** Authorities that end with the patient's death. */
const endsWithDeath: readonly Authority[] = ['guardian', 'power_of_attorney']

/**
 * Why a patient, or a representative with this authority, cannot sign on a day; `null` if they can. A patient without a birth
 * date counts as an adult, and may have a parent who signs.
 */
export function signingBar(
  { dateOfBirth, dateOfDeath }: { dateOfBirth: Date | null; dateOfDeath: Date | null },
  authority: Authority | null,
  day: Day,
  adultAge: number,
): SigningBar | null {
  const died = dateOfDeath && dayOf(dateOfDeath) < day ? dayOf(dateOfDeath) : null
  const isMinor = dateOfBirth ? ageOn(dayOf(dateOfBirth), died ?? day) < adultAge : null
  if (authority === null) return died ? 'died' : isMinor ? 'minor' : null
  if (died && endsWithDeath.includes(authority)) return 'authority_ended'
  return authority === 'parent' && isMinor === false ? 'parent_of_adult' : null
}
