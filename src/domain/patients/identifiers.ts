import * as z from 'zod/mini'
import { requiredLine } from '../text.ts'

/** What another system calls a patient, like an Identifier of FHIR. A value is unique within its system. */
export type PatientIdentifier = { system: string; value: string }

const IDENTIFIERS_MAX = 20

export const identifierSystem = requiredLine('Name the system, such as its web address')
export const identifierValue = requiredLine('Give the value that the system uses for this patient')

export const patientIdentifier = z.strictObject({ system: identifierSystem, value: identifierValue })

/** All identifiers of a patient; `null` for none. Omitted stays `undefined`. */
export const patientIdentifiers = z.nullish(
  z
    .array(patientIdentifier)
    .check(z.maxLength(IDENTIFIERS_MAX, `A patient can have at most ${IDENTIFIERS_MAX} identifiers`)),
)
