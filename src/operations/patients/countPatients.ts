import type { PatientStatus } from '#domain/patients/status.ts'
import type { OperationContext } from '../context.ts'
import { visibilityArguments } from './visiblePatient.ts'

/**
 * Counts the patients by status in the actor's scope, from maintained counters. It subtracts restricted
 * charts: next to a list without them, the counts would reveal their status.
 */
export async function countPatients(ctx: OperationContext): Promise<Map<PatientStatus, number>> {
  const { assignee, staff, at, inPerson } = visibilityArguments(ctx)
  const rows = await ctx.db.$queryRaw<{ status: PatientStatus; count: number }[]>`
    SELECT status::text, sum(count)::int AS count
    FROM (
      SELECT status, count FROM patient_counts
      WHERE count > 0 AND (${assignee}::uuid IS NULL OR assignee_key = ${assignee}::uuid)
      UNION ALL
      SELECT status, -1 FROM locked_patients(${staff}::uuid, ${at}, ${inPerson})
    ) AS caseload
    GROUP BY status HAVING sum(count) > 0`
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** The active caseload: all patients except dropped ones. */
export const activeCount = (counts: Map<PatientStatus, number>): number =>
  [...counts].reduce((sum, [status, count]) => (status === 'dropped' ? sum : sum + count), 0)
