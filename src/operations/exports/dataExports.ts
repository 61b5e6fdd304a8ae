import { Failure, notFound } from '#domain/errors.ts'
import { isUnderWay } from '#domain/exports/dataExport.ts'
import { dataExportInput, requestDataExportInput } from '#domain/exports/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { DataExport } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction, operation, unwrapped } from '../operation.ts'
import { tooMany } from '../sessions/countAttempt.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { SILENCE_MS } from './tidyDataExports.ts'

/**
 * Starts an export of all data for a caller who has just signed in or confirmed their identity. A client may still send the
 * password: then it must be right. The job and the request are created in the same transaction.
 */
export const requestDataExport = unwrapped(
  requestDataExportInput,
  async (ctx: OperationContext, { password }): Promise<DataExport> => {
    authorize(ctx, 'data.export')
    await requireStepUp(ctx, { resourceType: 'data_export' })
    if (password) await provePassword(ctx, password)
    return inTransaction(ctx, async (inside) => {
      await refuseSecond(inside)
      const dataExport = await inside.db.dataExport.create({
        data: { requestedById: ctx.actor.id, createdAt: ctx.now() },
      })
      await enqueue(
        inside,
        'write_data_export',
        { exportId: dataExport.id },
        { runAt: ctx.now(), key: `export:${dataExport.id}` },
      )
      await audit(inside, { action: 'created', resourceType: 'data_export', resourceId: dataExport.id })
      return dataExport
    })
  },
)

async function provePassword(ctx: OperationContext, password: string): Promise<void> {
  const { actor, signInLimits } = ctx
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: actor.id },
    omit: { passwordHash: false },
  })
  const tally = await signInLimits.currentPassword.consume(actor.id)
  if (tally.isOver) throw tooMany('export everything', tally)
  if (!(await ctx.passwords.verify(user.passwordHash, password))) {
    await audit(ctx, { action: 'denied', resourceType: 'data_export', details: { code: 'password' } })
    throw new Failure('invalid', 'Password is incorrect', { fields: { password: 'Password is incorrect' } })
  }
  await signInLimits.currentPassword.forgive(actor.id)
}

/** Allows one export at a time, because each reads everything. An interrupted one does not block a new one. */
async function refuseSecond({ db, now }: OperationContext): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('data_exports'))`
  const lately = new Date(now().getTime() - SILENCE_MS)
  const other = await db.dataExport.findFirst({
    where: { OR: [{ state: 'waiting' }, { state: 'running', seenAt: { gte: lately } }] },
  })
  if (other) throw new Failure('conflict', 'An export is already running')
}

/** The number of exports listed. */
const SHOWN = 5

/** The last exports, newest first. They contain no personal data except for the user who requested them. */
export async function listDataExports(ctx: OperationContext): Promise<DataExport[]> {
  authorize(ctx, 'data.export')
  return ctx.db.dataExport.findMany({ orderBy: { createdAt: 'desc' }, take: SHOWN })
}

/** Cancels a running export; the job that writes it removes the partial file. */
export const cancelDataExport = operation(
  dataExportInput,
  async (ctx, { dataExportId }): Promise<DataExport> => {
    authorize(ctx, 'data.export')
    const found = isUuid(dataExportId)
      ? await ctx.db.dataExport.findUnique({ where: { id: dataExportId } })
      : null
    if (!found) throw notFound('Data export', dataExportId)
    const { count } = await ctx.db.dataExport.updateMany({
      where: { id: dataExportId, state: { in: ['waiting', 'running'] } },
      data: { state: 'cancelled', finishedAt: ctx.now() },
    })
    if (count === 0 || !isUnderWay(found.state)) throw new Failure('conflict', 'The export has already ended')
    await audit(ctx, {
      action: 'updated',
      resourceType: 'data_export',
      resourceId: dataExportId,
      details: { fields: ['state'] },
    })
    return ctx.db.dataExport.findUniqueOrThrow({ where: { id: dataExportId } })
  },
)
