import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { BulkJob } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/** Returns a job that the actor started, or throws `not_found`. */
export async function visibleBulkJob({ db, actor }: OperationContext, id: string): Promise<BulkJob> {
  const found = isUuid(id) ? await db.bulkJob.findFirst({ where: { id, requestedById: actor.id } }) : null
  if (!found) throw notFound('Bulk job', id)
  return found
}

/** The same, and locks its row until the transaction ends. */
export async function bulkJobForUpdate(ctx: OperationContext, id: string): Promise<BulkJob> {
  if (isUuid(id)) await ctx.db.$queryRaw`SELECT 1 FROM bulk_jobs WHERE id = ${id}::uuid FOR UPDATE`
  return visibleBulkJob(ctx, id)
}
