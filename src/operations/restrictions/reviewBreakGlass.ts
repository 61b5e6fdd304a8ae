import { Failure, notFound } from '#domain/errors.ts'
import { reviewBreakGlassInput } from '#domain/patients/restriction.ts'
import { isUuid } from '#domain/text.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'

/** Records an administrator's review of a break-the-glass access. Each access is reviewed once. */
export const reviewBreakGlass = operation(reviewBreakGlassInput, async (ctx, { breakGlassId, remark }) => {
  authorize(ctx, 'breakGlass.review')
  const access = isUuid(breakGlassId)
    ? await ctx.db.breakGlass.findUnique({ where: { id: breakGlassId } })
    : null
  if (!access) throw notFound('Break glass', breakGlassId)
  // The second of two concurrent reviews updates nothing and gets a conflict.
  const { count } = await ctx.db.breakGlass.updateMany({
    where: { id: breakGlassId, reviewedAt: null },
    data: { remark, reviewedById: ctx.actor.id, reviewedAt: ctx.now() },
  })
  if (count === 0) throw new Failure('conflict', 'This access was already reviewed')
  await audit(ctx, {
    action: 'updated',
    resourceType: 'break_glass',
    resourceId: breakGlassId,
    patientId: access.patientId,
    details: { fields: ['remark'] },
  })
  return ctx.db.breakGlass.findUniqueOrThrow({ where: { id: breakGlassId } })
})
