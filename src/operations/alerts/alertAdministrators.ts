import type { AlertType } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { leaveAlerts } from './leaveAlerts.ts'

/** Creates one alert for each active administrator. The message must contain no patient data. */
export async function alertAdministrators(
  ctx: RequestContext,
  type: AlertType,
  message: string,
): Promise<void> {
  const administrators = await ctx.db.user.findMany({
    where: { role: 'admin', isActive: true, deletedAt: null },
    select: { id: true },
  })
  await leaveAlerts(
    ctx,
    administrators.map(({ id }) => ({ type, userId: id, message })),
  )
}
