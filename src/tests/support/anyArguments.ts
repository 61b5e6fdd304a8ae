import fc from 'fast-check'
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { anyJson, anyText, days, instants, nasties, noDays, noInstants, numbers, times } from './anyText.ts'
import { PASSWORD } from './clinic.ts'

/** What a caller may know about a clinic, for arguments that match something. */
export type KnownIds = {
  /** IDs by kind; `patient` serves `patientId`. */
  ids: Record<string, readonly string[]>
  emails: readonly string[]
  secrets: readonly string[]
}

export type Json = Record<string, unknown>

/** The system whose identifiers the objects of a busy clinic have: `E-0`, `E-1` and so on. */
export const SYSTEM = 'https://ehr.example.test'

const MISSING = '01a1fcf0-bbdc-730f-8d22-fb8393291341'

/**
 * A value for an argument by type and name. It is mostly plausible, so that it passes validation, often
 * malicious, and sometimes of a wrong type.
 */
export function anyValue(type: GraphQLInputType, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) {
    const nonNull = present(type.ofType, name, known)
    return fc.oneof(
      { weight: 60, arbitrary: nonNull },
      { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
    )
  }
  // Paging in both directions is rejected, so most paging arguments are omitted.
  const left = /^(after|before|last)$/.test(name) ? 9 : 2
  return fc.oneof(
    { weight: left, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: present(type, name, known) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

function present(type: GraphQLInputType, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  const sensible = isListType(type)
    ? fc.array(anyValue(type.ofType, name, known), { maxLength: 3 })
    : isInputObjectType(type)
      ? anyInput(type, known)
      : sensibleValue(type, name, known)
  return fc.oneof({ weight: 50, arbitrary: sensible }, { weight: 1, arbitrary: anyJson })
}

/** An input object, sometimes with missing fields and rarely with an unknown one. */
export function anyInput(
  type: GraphQLInputObjectType,
  known: KnownIds,
  without: readonly string[] = [],
): fc.Arbitrary<Json> {
  const fields = Object.values(type.getFields()).filter(({ name }) => !without.includes(name))
  const declared = fc.record(
    Object.fromEntries(fields.map((field) => [field.name, anyValue(field.type, field.name, known)])),
  )
  const undeclared = fc.dictionary(anyText, anyJson, { maxKeys: 2 })
  return fc.oneof(
    { weight: 40, arbitrary: declared },
    { weight: 1, arbitrary: fc.tuple(declared, undeclared).map(([one, other]) => ({ ...one, ...other })) },
  )
}

function sensibleValue(type: GraphQLInputType, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  if (isEnumType(type)) {
    const words = type.getValues().map((one) => one.name)
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...words) },
      fc.constantFrom(...nasties, 'ADMIN'),
    )
  }
  const scalar = String(type)
  if (scalar === 'Boolean') return fc.boolean()
  if (scalar === 'Int' || scalar === 'Float') return fc.oneof(fc.constantFrom(...numbers), fc.nat(100))
  if (scalar === 'ID') return anyId(name, known)
  const words = wordsFor(scalar, name, known)
  return fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: anyText })
}

/** The kind of an ID by the name of its argument. */
const kindOf = (name: string) =>
  /^(assignedTo|successorId|providerId|userId)$/.test(name) ? 'user' : name.replace(/Id$/, '')

function anyId(name: string, known: KnownIds): fc.Arbitrary<unknown> {
  const kind = known.ids[kindOf(name)] ?? []
  const all = Object.values(known.ids).flat()
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(kind.length > 0 ? kind : all)) },
    { weight: 2, arbitrary: fc.constantFrom(...all) },
    { weight: 1, arbitrary: fc.constantFrom(MISSING, MISSING.toUpperCase(), 'none') },
    { weight: 1, arbitrary: anyText },
  )
}

/** Plausible text for a type and name. */
function wordsFor(scalar: string, name: string, known: KnownIds): fc.Arbitrary<string> {
  const all = Object.values(known.ids).flat()
  if (scalar === 'Date' || name.endsWith('Date'))
    return mostly(scalar === 'DateTime' ? instants : days, noDays)
  if (scalar === 'DateTime' || /At$|^(from|to|since|until)$/.test(name)) return mostly(instants, noInstants)
  if (/time$/i.test(name)) return fc.constantFrom(...times)
  if (/email/i.test(name))
    return fc.oneof(
      fc.constantFrom(...known.emails),
      fc.nat(999).map((n) => `person${n}@example.test`),
    )
  if (/password/i.test(name)) return fc.constantFrom(PASSWORD, 'a long pass phrase', 'Password1', 'short')
  if (/secret/i.test(name)) return fc.constantFrom(...known.secrets, 'A'.repeat(43))
  if (/^(after|before)$/.test(name)) return anyCursor(known)
  if (name === 'system') return fc.constantFrom(SYSTEM, 'Case management')
  if (name === 'value') return fc.constantFrom('E-0', 'E-1', 'E-99')
  if (/^assignedAttorney$/.test(name)) return fc.constantFrom('none', ...(known.ids.user ?? all))
  return fc.constantFrom(...clinicWords)
}

const mostly = (good: readonly string[], bad: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  )

const clinicWords = [
  'Maren',
  "O'Brien-Lindqvist",
  'Zoë Åkesson',
  'Main Street 5, Room 2',
  'Called twice; moved out of state',
  'A sprained ankle, after a fall',
  '+1 (555) 010-2030',
  'schedulable',
  'x'.repeat(200),
  'x'.repeat(201),
]

/** A pagination cursor as the server encodes it, valid or altered. */
function anyCursor(known: KnownIds): fc.Arbitrary<string> {
  const id = fc.constantFrom(...Object.values(known.ids).flat(), MISSING, "' OR 1=1")
  const at = fc.constantFrom(...instants)
  const place = fc.oneof(
    fc.record({ createdAt: at, id }),
    fc.record({ lastName: anyText, firstName: anyText, id }),
    fc.record({ dueOrder: at, urgency: fc.constantFrom('0', '3', '-1', '1e9', 'x'), id }),
    fc.record({ scheduledAt: at, id }),
    anyJson,
  )
  return place.map((value) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url'))
}
