import type { PatientStatus } from '#domain/patients/status.ts'
import type { OperationContext } from '../context.ts'
import { newParameters, type Parameters } from '../sqlParameters.ts'
import { visibilityArguments } from './visiblePatient.ts'

/**
 * Counts the patients by status in the actor's scope, from maintained counters. It subtracts restricted
 * charts: next to a list without them, the counts would reveal their status.
 */
export async function countPatients(ctx: OperationContext): Promise<Map<PatientStatus, number>> {
  const { values, add } = newParameters()
  const rows = await ctx.db.$queryRawUnsafe<{ status: PatientStatus; count: number }[]>(
    countsSql(ctx, add),
    ...values,
  )
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** The same as a query with the columns `status` and `count`. */
export function countsSql(ctx: OperationContext, add: Parameters['add']): string {
  const { assignee, staff, at, inPerson } = visibilityArguments(ctx)
  const mine = assignee === null ? '' : ` AND assignee_key = ${add(assignee, 'uuid')}`
  const restricted =
    staff === null
      ? ''
      : ` UNION ALL SELECT status, -1
          FROM locked_patients(${add(staff, 'uuid')}, ${add(at, 'timestamptz')}, ${add(inPerson, 'boolean')})`
  return `
    SELECT status::text, sum(count)::int AS count
    FROM (SELECT status, count FROM patient_counts WHERE count > 0${mine}${restricted}) AS caseload
    GROUP BY caseload.status HAVING sum(count) > 0 ORDER BY caseload.status`
}

/** The active caseload: all patients except dropped ones. */
export const activeCount = (counts: Map<PatientStatus, number>): number =>
  [...counts].reduce((sum, [status, count]) => (status === 'dropped' ? sum : sum + count), 0)
