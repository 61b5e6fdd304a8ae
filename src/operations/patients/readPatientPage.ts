import type { PatientStatus } from '#domain/patients/status.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { COUNTED_MAX, listedParts } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import type { Bound, PageQuery } from '../paging.ts'
import { newParameters, type Parameters } from '../sqlParameters.ts'
import { countsSql } from './countPatients.ts'
import { type Column, columnsOf, patientColumns, toPatient } from './patientColumns.ts'
import { isCounted, matchingSql, type PatientFilters } from './patientFilters.ts'
import type { PatientSelection } from './visiblePatient.ts'

/** What one statement reads and writes. */
export type PatientPageRead = {
  rows: Patient[]
  counts: Map<PatientStatus, number>
  /** The number of matches, at most `countMax`; `null` if the counts by status have it. */
  matches: number | null
}

type Asked = {
  input: PatientFilters
  selection: PatientSelection
  /** How many matches are counted. */
  countMax: number
  /** The ID of the audit row, and what it says. */
  audit: { id: string; filters: string[] }
}

/**
 * Reads a page of patients, the counts by status and the number of matches, and writes the audit row, in one prepared
 * statement: one round trip, one snapshot, both or neither. Every screen and client reads this list. Returns `null`, and
 * records nothing, if it cannot answer: the selection has other relations, or there is nothing after the cursor.
 */
export async function readPatientPage(
  ctx: OperationContext,
  { input, selection, countMax, audit }: Asked,
  { orderBy, take }: PageQuery,
  bounds: readonly Bound[],
): Promise<PatientPageRead | null> {
  const sorted = orderBy.flatMap(Object.entries)
  const selected = columnsOf(
    selection,
    sorted.map(([name]) => name),
  )
  if (!selected) return null
  const { values, add } = newParameters()
  const isAfterCursor = bounds.length > 0
  const matching = matchingSql(ctx, input, add)
  const filtered = isAfterCursor ? `${matching} AND (${beyondSql(bounds, add)})` : matching
  const order = sorted.map(([name, way]) => `patient.${columnOf(name)} ${way}`)
  // Constants in the text, because PostgreSQL would plan a statement with LIMIT $1 again each time.
  const text = `
    WITH page AS (
      SELECT ${selected.columns.map(({ sql }, index) => `${sql} AS c${index}`).join(', ')},
        patient.id, row_number() OVER (ORDER BY ${order}) AS place
      FROM (SELECT * FROM patients patient WHERE ${filtered} ORDER BY ${order} LIMIT ${take}) patient
      ${selected.joins.join('\n')}),
    counts AS (${countsSql(ctx, add)}),
    shown AS (SELECT array_agg(id ORDER BY id) AS ids FROM page WHERE place < ${take}),
    ${summarySql(input, matching, { countMax, isAfterCursor })},
    ${listedParts(ctx, { ...audit, resourceType: 'patient' }, 'summary', add)}
    SELECT CASE WHEN page.place > 1 THEN NULL ELSE (SELECT json_agg(counts) FROM counts) END,
      CASE WHEN page.place > 1 THEN NULL ELSE (SELECT count FROM summary) END,
      page.id, ${selected.columns.map((_, index) => `page.c${index}`)}
    FROM (SELECT) always LEFT JOIN page ON true ORDER BY page.place`
  const found = await ctx.statements.rows({ text, values, isPlannedEachTime: isCounted(input) })
  return readResult(found, selected.columns, { isAfterCursor, hasMatches: isCounted(input) })
}

/** The first row has the counts by status and the number of matches in front. Without patients, it has nothing else. */
function readResult(
  found: unknown[][],
  selected: readonly Column[],
  { isAfterCursor, hasMatches }: { isAfterCursor: boolean; hasMatches: boolean },
): PatientPageRead | null {
  const [[counts, matches, firstId] = []] = found
  const isEmpty = firstId === null
  if (isEmpty && isAfterCursor) return null
  return {
    rows: isEmpty ? [] : found.map((row) => toPatient(row.slice(3), selected)),
    counts: new Map(((counts ?? []) as StatusCount[]).map(({ status, count }) => [status, count])),
    matches: hasMatches ? Number(matches) : null,
  }
}

type StatusCount = { status: PatientStatus; count: number }

const columnOf = (name: string): string => patientColumns[name as keyof typeof patientColumns]

/** The count and the patients of the audit row. Nothing after a cursor gives no row. */
function summarySql(
  input: PatientFilters,
  matching: string,
  { countMax, isAfterCursor }: { countMax: number; isAfterCursor: boolean },
): string {
  const nothing = isAfterCursor ? ' WHERE shown.ids IS NOT NULL' : ''
  if (!isCounted(input)) {
    const counted = input.status ? `status = '${input.status}'` : "status <> 'dropped'"
    return `summary AS (
      SELECT (SELECT coalesce(sum(count), 0)::int FROM counts WHERE ${counted}) AS count, shown.ids AS patient_ids
      FROM shown${nothing})`
  }
  return `matches AS (SELECT patient.id FROM patients patient WHERE ${matching} LIMIT ${countMax}),
    summary AS (
      SELECT total.count, CASE WHEN total.count > cardinality(shown.ids) AND total.count <= ${COUNTED_MAX}
          THEN (SELECT array_agg(id ORDER BY id) FROM matches) ELSE shown.ids END AS patient_ids
      FROM shown, (SELECT count(*)::int AS count FROM matches) total${nothing})`
}

/** Rows after the position. The first condition alone lets the index find the start; the second is exact. */
function beyondSql(bounds: readonly Bound[], add: Parameters['add']): string {
  const places = bounds.map(({ field, direction, value }) => ({
    column: `patient.${columnOf(field)}`,
    sign: direction === 'asc' ? '>' : '<',
    place: add(value, value instanceof Date ? 'timestamptz' : field === 'id' ? 'uuid' : 'text'),
  }))
  const either = places.map(({ column, sign, place }, index) =>
    [
      ...places.slice(0, index).map((one) => `${one.column} = ${one.place}`),
      `${column} ${sign} ${place}`,
    ].join(' AND '),
  )
  const [start] = places
  return `${start?.column} ${start?.sign}= ${start?.place} AND ((${either.join(') OR (')}))`
}
