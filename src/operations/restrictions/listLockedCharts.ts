import { restrictedChartsInput } from '#domain/patients/restriction.ts'
import { searchWords } from '#domain/patients/search.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { escapeLike } from '../escapeLike.ts'
import { operation } from '../operation.ts'
import { visibilityArguments } from '../patients/visiblePatient.ts'

/** All that staff see of a restricted chart that is closed to them. */
export type LockedChart = { id: string; firstName: string; lastName: string }

/** Maximum number of charts listed; a search finds the others. */
export const LOCKED_CHARTS_MAX = 100

/**
 * Returns the charts that are closed to the actor, by name. They form a separate list, because their position
 * among other patients would reveal when they were added. The search matches names only, because a match in
 * another field would reveal its content.
 */
export const listLockedCharts = operation(
  restrictedChartsInput,
  async (ctx, { search }): Promise<LockedChart[]> => {
    authorize(ctx, 'patient.list')
    const { staff, at, inPerson } = visibilityArguments(ctx)
    if (staff === null) return []
    const words = searchWords(search ?? '').map((word) => `%${escapeLike(word)}%`)
    const found = await ctx.db.$queryRaw<LockedChart[]>`
    SELECT id, first_name AS "firstName", last_name AS "lastName"
    FROM locked_patients(${staff}::uuid, ${at}, ${inPerson})
    WHERE search_fold((first_name || ' ' || last_name) COLLATE "und-x-icu") LIKE ALL (${words}::text[])
    ORDER BY last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id
    LIMIT ${LOCKED_CHARTS_MAX}`
    await auditListed(ctx, 'patient', {
      filters: ['locked', ...(words.length > 0 ? ['search'] : [])],
      count: found.length,
      patientIds: found.map(({ id }) => id),
    })
    return found
  },
)
