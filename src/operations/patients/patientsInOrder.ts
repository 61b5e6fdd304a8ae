import { isUuid } from '#domain/text.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { patientsVisibleTo } from './visiblePatient.ts'

/**
 * Returns what `find` loads of these patients, in the given order and once each, without those that the actor cannot see. They are
 * recorded as a list.
 */
export async function patientsInOrder<Row extends { id: string }>(
  ctx: OperationContext,
  ids: readonly string[],
  find: (where: Prisma.PatientWhereInput) => Promise<Row[]>,
): Promise<Row[]> {
  const found = await find({ AND: [patientsVisibleTo(ctx), { id: { in: ids.filter(isUuid) } }] })
  const byId = new Map(found.map((row) => [row.id, row]))
  await auditListed(ctx, 'patient', { filters: ['ids'], count: found.length, patientIds: [...byId.keys()] })
  return [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((id) => byId.get(id) ?? [])
}
