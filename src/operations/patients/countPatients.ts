import type { PatientStatus } from '#domain/patients/status.ts'
import type { OperationContext } from '../context.ts'

/** How many patients stand at each status where anybody stands, in the actor's scope, from the maintained counters. */
export async function countPatients({ db, actor }: OperationContext): Promise<Map<PatientStatus, number>> {
  const assignee = actor.role === 'attorney' ? actor.id : null
  const rows = await db.$queryRaw<{ status: PatientStatus; count: number }[]>`
    SELECT status::text, sum(count)::int AS count
    FROM patient_counts
    WHERE count > 0 AND (${assignee}::uuid IS NULL OR assignee_key = ${assignee}::uuid)
    GROUP BY status`
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** All but dropped: the active caseload. */
export const activeCount = (counts: Map<PatientStatus, number>): number =>
  [...counts].reduce((sum, [status, count]) => (status === 'dropped' ? sum : sum + count), 0)
