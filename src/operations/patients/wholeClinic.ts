import type { OperationContext } from '../context.ts'
import { visibilityArguments } from './visiblePatient.ts'

/**
 * Whether what the actor reads now, without filters and to its end, holds every patient of the clinic. Then one audit
 * row says so, instead of up to a million ids. An attorney never sees all patients, nor do staff while a chart is
 * restricted.
 */
export async function readsWholeClinic(ctx: OperationContext): Promise<boolean> {
  if (!ctx.request.isReadToEnd || ctx.actor.role === 'attorney') return false
  const { staff, at, inPerson } = visibilityArguments(ctx)
  if (staff === null) return true
  const restricted = await ctx.db.$queryRaw<unknown[]>`
    SELECT FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}) LIMIT 1`
  return restricted.length === 0
}
