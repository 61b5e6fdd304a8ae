import * as z from 'zod/mini'
import { requiredLine } from './text.ts'

/** What another system calls an object, like an Identifier of FHIR. */
export type Identifier = { system: string; value: string }

const IDENTIFIERS_MAX = 20

export const identifierSystem = requiredLine('Name the system, such as its web address')
export const identifierValue = requiredLine('Give the value that the system uses')

export const identifierInput = z.strictObject({ system: identifierSystem, value: identifierValue })

/** All identifiers of an object; `null` for none. Omitted stays `undefined`. */
export const identifiersInput = z.nullish(
  z
    .array(identifierInput)
    .check(z.maxLength(IDENTIFIERS_MAX, `An object can have at most ${IDENTIFIERS_MAX} identifiers`)),
)
