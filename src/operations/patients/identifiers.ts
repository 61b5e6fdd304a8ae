import * as z from 'zod/mini'
import { Failure } from '#domain/errors.ts'
import { type PatientIdentifier, patientIdentifiers } from '#domain/patients/identifiers.ts'
import type { OperationContext } from '../context.ts'

/** The input of a change of a patient with `identifiers`. Only programs give them, so screens do not load their rules. */
export const withIdentifiers = <Shape extends z.core.$ZodLooseShape>(
  input: z.ZodMiniObject<Shape, z.core.$strict>,
) => z.extend(input, { identifiers: patientIdentifiers })

const TAKEN = 'Another patient has this identifier'

/**
 * Replaces the patient's identifiers by `wanted`; `undefined` changes nothing. Returns whether they changed. Throws `conflict` if
 * another patient has one of them.
 */
export async function saveIdentifiers(
  ctx: OperationContext,
  patientId: string,
  wanted: readonly PatientIdentifier[] | null | undefined,
): Promise<boolean> {
  if (wanted === undefined) return false
  const before = await ctx.db.patientIdentifier.findMany({ where: { patientId } })
  const kept = new Set((wanted ?? []).map(keyOf))
  const known = new Set(before.map(keyOf))
  const removed = before.filter((one) => !kept.has(keyOf(one)))
  const added = [...new Map((wanted ?? []).map((one) => [keyOf(one), one])).values()].filter(
    (one) => !known.has(keyOf(one)),
  )
  if (removed.length > 0)
    await ctx.db.patientIdentifier.deleteMany({ where: { id: { in: removed.map(({ id }) => id) } } })
  if (added.length > 0)
    await refuseTaken(ctx, () =>
      ctx.db.patientIdentifier.createMany({
        data: added.map((one) => ({ ...one, patientId, createdAt: ctx.now() })),
      }),
    )
  return removed.length + added.length > 0
}

const keyOf = ({ system, value }: PatientIdentifier) => JSON.stringify([system, value])

async function refuseTaken(ctx: OperationContext, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!ctx.uniqueConflict(error)?.includes('system')) throw error
    throw new Failure('conflict', TAKEN, { reason: 'identifier_taken', fields: { identifiers: TAKEN } })
  }
}
