import { can } from '#domain/access/policy.ts'
import { Failure } from '#domain/errors.ts'
import type { TableRow } from '#infra/csv/csvReader.ts'
import type { PatientImport } from '#infra/prisma/client.ts'
import { actorOfKey } from '../apiKeys/recognizeKey.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { createPatients } from './createPatients.ts'
import { type Examined, examineRows, type Measure, rememberSeen } from './examineRows.ts'

/** Thrown when the import was cancelled or another run took it over. */
export class CalledOff extends Error {}

type Run = PatientImport & { run: string }
type Batch = { rows: readonly TableRow[]; from: number }

/** Tries or imports a batch of consecutive rows and stores the progress in the same transaction. */
export async function processBatch(
  ctx: RequestContext,
  run: Run,
  batch: Batch,
  measure: Measure,
): Promise<void> {
  const examined = await inTransaction(ctx, async (inside) => {
    await holdRun(inside, run, batch.from)
    await refuseFormer(inside, run)
    const found = await examineRows(inside, batch.rows, measure)
    const made =
      run.state === 'importing'
        ? await createPatients(inside, found.filter(isNew), measure.choices, run.requestedById)
        : null
    await keepRows(inside, run, found, made)
    await auditDuplicates(inside, run, found)
    await progress(inside, run, found)
    return found
  })
  rememberSeen(measure.seen, examined)
}

const isNew = (one: Examined): one is Extract<Examined, { outcome: 'created' }> => one.outcome === 'created'

/**
 * Locks the import until the transaction ends. Throws `CalledOff` if another run owns it or has advanced it.
 */
async function holdRun(ctx: RequestContext, { id, run, state }: Run, rowsDone: number): Promise<void> {
  const { count } = await ctx.db.patientImport.updateMany({
    where: { id, run, state, rowsDone },
    data: { seenAt: ctx.now() },
  })
  if (count === 0) throw new CalledOff()
}

const FORMER =
  'The user who started this import no longer has permission to import. Patients already created are kept.'

/** Checks that the requesting user may still import: a closed account or a revoked key creates no patients. */
async function refuseFormer(ctx: RequestContext, { requestedById, apiKeyId }: Run): Promise<void> {
  const actor = apiKeyId
    ? await actorOfKey(ctx, apiKeyId)
    : await ctx.db.user.findFirst({ where: { id: requestedById, isActive: true, deletedAt: null } })
  if (!can(actor, 'import.manage')) throw new Failure('forbidden', FORMER)
}

/** A duplicate, even just its count, reveals that a person is a patient, so the audit log names the patients. */
async function auditDuplicates(ctx: RequestContext, run: Run, examined: readonly Examined[]): Promise<void> {
  const patientIds = [
    ...new Set(
      examined.flatMap((one) => (one.outcome === 'duplicate' && one.patientId) || possibleOf(one) || []),
    ),
  ]
  if (patientIds.length === 0) return
  const { id: resourceId, requestedById: userId, apiKeyId: apiKey } = run
  const details = { filters: ['duplicates'], count: patientIds.length, ...(apiKey && { apiKey }) }
  await audit(ctx, {
    action: 'listed',
    resourceType: 'patient_import',
    resourceId,
    userId,
    details,
    patientIds,
  })
}

const possibleOf = (one: Examined): string | null =>
  one.outcome === 'created' ? one.possibleDuplicateId : null

/** Stores the result of each row, except for valid rows of a trial that are no possible duplicates. */
async function keepRows(
  { db }: RequestContext,
  { id }: Run,
  examined: readonly Examined[],
  made: Map<number, string> | null,
): Promise<void> {
  const kept = examined.filter((one) => made !== null || one.outcome !== 'created' || possibleOf(one))
  const whom = kept.map((one) =>
    one.outcome === 'duplicate' ? one.patientId : (made?.get(one.line) ?? null),
  )
  const sameAs = kept.map((one) => (one.outcome === 'duplicate' ? one.sameAs : null))
  const problems = kept.map((one) => (one.outcome === 'refused' ? JSON.stringify(one.problems) : null))
  await db.$executeRaw`
    INSERT INTO patient_import_rows (import_id, line, outcome, patient_id, same_as, problems, possible_duplicate_id)
    SELECT ${id}::uuid, line, outcome::patient_import_outcome, patient_id, same_as, problems::jsonb, possible
      FROM unnest(${kept.map(({ line }) => line)}::int[], ${kept.map(({ outcome }) => outcome)}::text[],
        ${whom}::uuid[], ${sameAs}::int[], ${problems}::text[], ${kept.map(possibleOf)}::uuid[])
        AS kept (line, outcome, patient_id, same_as, problems, possible)`
}

async function progress(ctx: RequestContext, { id }: Run, examined: readonly Examined[]): Promise<void> {
  const count = (outcome: Examined['outcome']) => ({
    increment: examined.filter((one) => one.outcome === outcome).length,
  })
  await ctx.db.patientImport.update({
    where: { id },
    data: {
      rowsDone: { increment: examined.length },
      created: count('created'),
      duplicates: count('duplicate'),
      refused: count('refused'),
      possibleDuplicates: { increment: examined.filter(possibleOf).length },
    },
  })
}
