import type * as z from 'zod/mini'
import { clinicDay, endOfDay, startOfDay } from '#domain/dates.ts'
import type { clinicReportInput } from '#domain/reports/inputs.ts'
import { type Period, periodProblem, reportPeriod, weeksOf } from '#domain/reports/period.ts'
import { COUNTED_MAX } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { visibilityArguments } from '../patients/visiblePatient.ts'
import { newParameters, type Parameters } from '../sqlParameters.ts'

type Filters = z.output<typeof clinicReportInput>

/** What a report covers: its period, its weeks, and the patients in the actor's scope. */
export type ReportScope = {
  period: Period
  weeks: string[]
  templateId: string | null | undefined
  /** SQL for the period of a time column. */
  isInPeriod: (column: string, add: Parameters['add']) => string
  /** SQL for the number of the week of a time column, counted from 1. */
  weekOf: (column: string, add: Parameters['add']) => string
  /** SQL that is true for patients in scope; `assignee` and `patient` are columns. */
  isInScope: (columns: { assignee: string; patient: string }, add: Parameters['add']) => string
  /** Whether only the patients of one attorney count, so that `isInScope` needs the assignee. */
  isOfAttorney: boolean
}

/** The scope of a report with these filters. Throws `invalid` for a period that is too long. */
export function reportScope(
  ctx: OperationContext,
  { fromDay, toDay, attorneyId, templateId }: Filters,
): ReportScope {
  const period = reportPeriod({ fromDay, toDay }, clinicDay(ctx.now(), ctx.timeZone))
  const problem = periodProblem(period)
  if (problem) throw invalid({ toDay: problem })
  const weeks = weeksOf(period)
  const { assignee, staff, at, inPerson } = visibilityArguments(ctx)
  const attorneys = [assignee, attorneyId].filter((id) => id != null)
  const starts = weeks.map((week) => startOfDay(week, ctx.timeZone))
  return {
    period,
    weeks,
    templateId,
    isInPeriod: (column, add) =>
      `${column} >= ${add(startOfDay(period.fromDay, ctx.timeZone), 'timestamptz')}
        AND ${column} < ${add(endOfDay(period.toDay, ctx.timeZone), 'timestamptz')}`,
    weekOf: (column, add) => `width_bucket(${column}, ${add(starts, 'timestamptz[]')})`,
    isInScope: (columns, add) =>
      [
        'true',
        ...attorneys.map((id) => `${columns.assignee} = ${add(id, 'uuid')}`),
        ...(staff === null
          ? []
          : [
              `${columns.patient} NOT IN (SELECT id FROM locked_patients(
                ${add(staff, 'uuid')}, ${add(at, 'timestamptz')}, ${add(inPerson, 'boolean')}))`,
            ]),
      ].join(' AND '),
    isOfAttorney: attorneys.length > 0,
  }
}

/**
 * Runs one statement whose row has the figures as JSON, and in `patientIds` those it covers if they are at most
 * `COUNTED_MAX`: figures about so few could tell something about a person.
 */
export async function readFigures<Figures extends object>(
  { db }: OperationContext,
  write: (add: Parameters['add']) => string,
): Promise<{ figures: Figures; patientIds: string[] }> {
  const { values, add } = newParameters()
  const sql = write(add)
  const [row] = await db.$queryRawUnsafe<[Figures & { patientIds: string[] | null }]>(sql, ...values)
  const patientIds = row.patientIds ?? []
  return { figures: row, patientIds: patientIds.length > COUNTED_MAX ? [] : patientIds }
}

/** The rows of a part among which `firstPatientsOf` looks, so that it never sorts a whole year. */
const LOOKED_AT = 1000

/** SQL for the `patientIds` of a part of a WITH clause: one more than count as few. */
export const firstPatientsOf = (part: string): string => `
  (SELECT array_agg(patient_id) FROM (
    SELECT DISTINCT patient_id FROM (SELECT patient_id FROM ${part} LIMIT ${LOOKED_AT}) looked_at LIMIT ${COUNTED_MAX + 1}
  ) few) AS "patientIds"`
