import { requestPatientEvidenceInput } from '#domain/accounting/inputs.ts'
import { clinicDay } from '#domain/dates.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { type DataExportKind, isUnderWay } from '#domain/exports/dataExport.ts'
import { dataExportInput, listDataExportsInput, requestDataExportInput } from '#domain/exports/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { DataExport } from '#infra/prisma/client.ts'
import { recordDisclosure } from '../accounting/manualDisclosures.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction, operation, unwrapped } from '../operation.ts'
import { tooMany } from '../sessions/countAttempt.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { SILENCE_MS } from './tidyDataExports.ts'

/** What the accounting of disclosures says about an evidence folder. */
export const EVIDENCE_CONTENT =
  'Audit log entries and signed consent forms, including scans of paper forms, as an evidence folder'

/**
 * Starts an export about all patients for a caller who has just signed in or confirmed their identity. A client may still send
 * the password: then it must be right. The job and the request are created in the same transaction.
 */
export const requestDataExport = unwrapped(
  requestDataExportInput,
  async (ctx: OperationContext, { kind, password }): Promise<DataExport> => {
    authorize(ctx, 'data.export')
    await requireStepUp(ctx, { resourceType: 'data_export' })
    if (password) await provePassword(ctx, password)
    return inTransaction(ctx, (inside) => startExport(inside, kind ?? 'all_data', null))
  },
)

/**
 * Starts an export of the evidence about one patient for a recipient outside, after the same confirmation. The accounting of
 * disclosures gets its entry in the same transaction.
 */
export const requestPatientEvidence = unwrapped(
  requestPatientEvidenceInput,
  async (ctx: OperationContext, recipient): Promise<DataExport> => {
    authorize(ctx, 'data.export')
    await requireStepUp(ctx, { resourceType: 'evidence' })
    return inTransaction(ctx, async (inside) => {
      await recordDisclosure(inside, {
        ...recipient,
        disclosedOn: clinicDay(ctx.now(), ctx.timeZone),
        channel: 'other',
        content: EVIDENCE_CONTENT,
      })
      return startExport(inside, 'evidence', recipient.patientId)
    })
  },
)

async function startExport(
  ctx: OperationContext,
  kind: DataExportKind,
  patientId: string | null,
): Promise<DataExport> {
  await refuseSecond(ctx)
  const dataExport = await ctx.db.dataExport.create({
    data: { kind, patientId, requestedById: ctx.actor.id, createdAt: ctx.now() },
  })
  await enqueue(
    ctx,
    'write_data_export',
    { exportId: dataExport.id },
    { runAt: ctx.now(), key: `export:${dataExport.id}` },
  )
  await audit(ctx, { action: 'created', ...aboutExport(dataExport) })
  return dataExport
}

/** What an audit row about an export refers to. Evidence about one patient is a row about that patient. */
export const aboutExport = ({ id, kind, patientId }: DataExport) => ({
  resourceType: kind === 'evidence' ? ('evidence' as const) : ('data_export' as const),
  resourceId: id,
  ...(patientId !== null && { patientId }),
})

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

/**
 * The last exports, newest first, of one kind or about one patient if wanted. They contain no personal data except for the
 * user who requested them.
 */
export const listDataExports = unwrapped(
  listDataExportsInput,
  async (ctx: OperationContext, { kind, patientId }): Promise<DataExport[]> => {
    authorize(ctx, 'data.export')
    if (patientId && !isUuid(patientId)) return []
    return ctx.db.dataExport.findMany({
      where: { ...(kind && { kind }), ...(patientId && { patientId }) },
      orderBy: { createdAt: 'desc' },
      take: SHOWN,
    })
  },
)

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
    await audit(ctx, { action: 'updated', ...aboutExport(found), details: { fields: ['state'] } })
    return ctx.db.dataExport.findUniqueOrThrow({ where: { id: dataExportId } })
  },
)
