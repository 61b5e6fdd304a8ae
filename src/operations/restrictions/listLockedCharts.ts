import { lockedChartsInput } from '#domain/patients/restriction.ts'
import { searchWords } from '#domain/patients/search.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { lockedFor } from '../patients/visiblePatient.ts'

/** All that staff are shown of a restricted chart that is not open to them. */
export type LockedChart = { id: string; firstName: string; lastName: string }

/** So many are shown; a search finds the others. */
export const LOCKED_CHARTS_MAX = 100

/**
 * The charts that are locked to the actor, by name. They are a list of their own, because a place among other patients
 * would tell when they came; and a search goes by the name alone, because what else is found by tells what it says.
 */
export const listLockedCharts = unwrapped(
  lockedChartsInput,
  async (ctx, { search }): Promise<LockedChart[]> => {
    authorize(ctx, 'patient.list')
    // Most clinics have none: asked with every first page of patients, and no list that anybody was shown.
    if (!(await areAnyLocked(ctx))) return []
    const words = searchWords(search ?? '').map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
    return inTransaction(ctx, async (inside) => {
      const found = await lockedByName(inside, words)
      await auditListed(inside, 'patient', {
        filters: ['locked', ...(words.length > 0 ? ['search'] : [])],
        count: found.length,
      })
      return found
    })
  },
)

async function areAnyLocked(ctx: OperationContext): Promise<boolean> {
  const { staff, at, inPerson } = lockedFor(ctx)
  if (staff === null) return false
  const found = await ctx.db.$queryRaw<unknown[]>`
    SELECT FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}) LIMIT 1`
  return found.length > 0
}

function lockedByName(ctx: OperationContext, words: string[]): Promise<LockedChart[]> {
  const { staff, at, inPerson } = lockedFor(ctx)
  return ctx.db.$queryRaw<LockedChart[]>`
    SELECT id, first_name AS "firstName", last_name AS "lastName"
    FROM locked_patients(${staff}::uuid, ${at}, ${inPerson})
    WHERE search_fold((first_name || ' ' || last_name) COLLATE "und-x-icu") LIKE ALL (${words}::text[])
    ORDER BY last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id
    LIMIT ${LOCKED_CHARTS_MAX}`
}
