import type { PatientStatus } from '#domain/patients/status.ts'
import type { OperationContext } from '../context.ts'

/** How many patients stand at each status where anybody stands, in the actor's scope, from the maintained counters. */
export async function countPatients({ db, actor }: OperationContext): Promise<Map<PatientStatus, number>> {
  const rows = await db.patientCount.findMany({
    where: { count: { gt: 0 }, ...(actor.role === 'attorney' && { assigneeKey: actor.id }) },
    select: { status: true, count: true },
  })
  const counts = new Map<PatientStatus, number>()
  for (const { status, count } of rows) counts.set(status, (counts.get(status) ?? 0) + count)
  return counts
}

/** All but dropped: the active caseload. */
export const activeCount = (counts: Map<PatientStatus, number>): number =>
  [...counts].reduce((sum, [status, count]) => (status === 'dropped' ? sum : sum + count), 0)
