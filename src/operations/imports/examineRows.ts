import { clinicDay } from '#domain/dates.ts'
import { type ImportedPerson, nameOf, readRow } from '#domain/imports/importedRow.ts'
import type { ImportChoices } from '#domain/imports/inputs.ts'
import type { RowProblem } from '#domain/imports/patientImport.ts'
import { foldedName, identifierKey, personKeys } from '#domain/imports/samePerson.ts'
import type { TableRow } from '#infra/csv/csvReader.ts'
import type { RequestContext } from '../context.ts'
import { PHONE_DIGITS } from '../patients/findPossibleDuplicates.ts'
import { wrongDays } from '../patients/personColumns.ts'
import { phoneKey } from '../patients/phoneNumber.ts'
import type { SeenKeys } from './seenKeys.ts'

/** The planned result of a row. */
export type Examined = { line: number } & (
  | { outcome: 'created'; person: ImportedPerson; keys: string[]; possibleDuplicateId: string | null }
  | { outcome: 'duplicate'; patientId: string | null; sameAs: number | null }
  | { outcome: 'refused'; problems: RowProblem[] }
)

type Read = { line: number; person: ImportedPerson; keys: string[] }

/**
 * What rows are checked against: the chosen mapping, the number of columns and the people on earlier lines. `startedAt` is when
 * the run began; patients created since then may come from the same file.
 */
export type Measure = { choices: ImportChoices; columns: number; seen: SeenKeys; startedAt: Date }

/**
 * Decides the result of each of a batch of consecutive rows, by the rules of Add Patient and without
 * duplicates.
 */
export async function examineRows(
  ctx: RequestContext,
  rows: readonly TableRow[],
  measure: Measure,
): Promise<Examined[]> {
  const today = clinicDay(ctx.now(), ctx.timeZone)
  const read = rows.map((row) => readOne(row, measure, today))
  const people = read.flatMap((one) => ('person' in one ? one : []))
  const existing = new Map([
    ...(await existingPeople(ctx, people)),
    ...(await existingIdentifiers(ctx, people)),
  ])
  const phones = await existingPhones(ctx, people, measure.startedAt)
  const here = new Map<string, number>()
  return read.map((one) => {
    if (!('person' in one)) return one
    const { line, keys } = one
    const sameAs = firstOf(keys, (key) => measure.seen.lineOf(key) ?? here.get(key))
    if (sameAs !== undefined) return { line, outcome: 'duplicate', patientId: null, sameAs }
    const patientId = firstOf(keys, (key) => existing.get(key))
    if (patientId !== undefined) return { line, outcome: 'duplicate', patientId, sameAs: null }
    for (const key of keys) here.set(key, line)
    const phone = one.person.phone && phoneKey(one.person.phone)
    const possibleDuplicateId = (phone && phones.get(phone)) || null
    return { ...one, outcome: 'created', possibleDuplicateId }
  })
}

/** Remembers the people of a batch once it is certain that they become patients. */
export function rememberSeen(seen: SeenKeys, examined: readonly Examined[]): void {
  for (const one of examined)
    if (one.outcome === 'created') for (const key of one.keys) seen.add(key, one.line)
}

/** Remembers the people of rows that an earlier run imported. */
export function noteCreated(rows: readonly TableRow[], { choices, columns, seen }: Measure): void {
  for (const { line, cells } of rows) {
    const read = readRow(cells, choices, columns)
    if ('person' in read) for (const key of personKeys(read.person)) seen.add(key, line)
  }
}

function readOne(
  { line, cells }: TableRow,
  { choices, columns }: Measure,
  today: string,
): Read | Extract<Examined, { outcome: 'refused' }> {
  const read = readRow(cells, choices, columns)
  if ('problems' in read) return { line, outcome: 'refused', problems: read.problems }
  const { person } = read
  const problems = Object.entries(wrongDays(person, today)).map(([field, message]) => ({
    field: nameOf(field),
    message,
  }))
  if (problems.length > 0) return { line, outcome: 'refused', problems }
  return { line, person, keys: personKeys(person) }
}

/** Returns the first match for any of these keys. */
function firstOf<Found>(
  keys: readonly string[],
  find: (key: string) => Found | undefined,
): Found | undefined {
  for (const key of keys) {
    const found = find(key)
    if (found !== undefined) return found
  }
  return undefined
}

type ImportFacts = {
  id: string
  firstName: string
  lastName: string
  email: string
  dateOfBirth: string | null
  phone: string | null
  address: string | null
}

/** Finds existing patients who match one of these people. */
async function existingPeople({ db }: RequestContext, people: readonly Read[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const names = [...new Set(people.map(({ person }) => foldedName(person)))]
  const emails = people.flatMap(({ person }) => person.email ?? [])
  const rows = await db.$queryRaw<ImportFacts[]>`
    SELECT id, first_name AS "firstName", last_name AS "lastName", email::text AS email,
           date_of_birth::text AS "dateOfBirth", phone, address
      FROM patients
     WHERE (search_fold((first_name || ' ' || last_name) COLLATE "und-x-icu")) COLLATE "C" = ANY(${names}::text[])
    UNION
    SELECT id, first_name, last_name, email::text, date_of_birth::text, phone, address
      FROM patients WHERE email = ANY(${emails}::citext[])`
  return new Map(rows.flatMap(({ id, ...person }) => personKeys(person).map((key) => [key, id])))
}

/** Finds existing patients whom another system calls as it does these people. */
async function existingIdentifiers(
  { db }: RequestContext,
  people: readonly Read[],
): Promise<Map<string, string>> {
  const identifiers = people.flatMap(({ person }) => person.identifier ?? [])
  const system = identifiers[0]?.system
  if (system === undefined) return new Map()
  const found = await db.identifier.findMany({
    where: { kind: 'patient', system, value: { in: identifiers.map(({ value }) => value) } },
  })
  return new Map(found.flatMap((one) => (one.patientId ? [[identifierKey(one), one.patientId]] : [])))
}

/** How many patients with one phone number are looked at. A file can have the clinic's own number on every line. */
const SAME_PHONE_MAX = 20

/** Finds an existing patient for each phone number of these people, by its key. */
async function existingPhones(
  { db }: RequestContext,
  people: readonly Read[],
  before: Date,
): Promise<Map<string, string>> {
  const keys = [...new Set(people.flatMap(({ person }) => (person.phone && phoneKey(person.phone)) || []))]
  if (keys.length === 0) return new Map()
  const rows = await db.$queryRawUnsafe<{ key: string; id: string }[]>(
    `SELECT DISTINCT ON (key) key, found.id FROM unnest($1::text[]) AS key, LATERAL (
       SELECT patient.id, patient.created_at FROM patients patient WHERE ${PHONE_DIGITS} = key LIMIT ${SAME_PHONE_MAX}
     ) AS found WHERE found.created_at < $2 ORDER BY key, found.created_at DESC`,
    keys,
    before,
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}
