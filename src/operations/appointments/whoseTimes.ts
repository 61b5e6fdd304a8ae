import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

type TimesInput = { providerId?: string | null | undefined; appointmentId?: string | null | undefined }

/**
 * Returns the provider whose times are read, and the appointment that is being moved, which is left out. Without a
 * provider, it is the prospective provider of the patient's consultation. Throws `not_found` for a provider whose times
 * the user cannot see.
 */
export async function whoseTimes(
  ctx: OperationContext,
  patient: Patient | null,
  { providerId, appointmentId }: TimesInput,
): Promise<{ providerId: string; except: string | null }> {
  if (providerId) {
    await checkProviderSeen(ctx, providerId)
    return { providerId, except: appointmentId && isUuid(appointmentId) ? appointmentId : null }
  }
  const open = await ctx.db.appointment.findFirst({
    where: {
      patientId: patient?.id ?? '',
      isConsultation: true,
      status: 'scheduled',
      scheduledAt: { gt: ctx.now() },
    },
  })
  return {
    providerId: patient?.assignedAttorneyId ?? open?.providerId ?? ctx.actor.id,
    except: open?.id ?? null,
  }
}

/**
 * Throws `not_found` for a provider whose times the user cannot see. An attorney cannot see another attorney's, because they would
 * reveal that attorney's patients.
 */
export async function checkProviderSeen({ db, actor }: OperationContext, userId: string): Promise<void> {
  const isSeen = isUuid(userId) && (actor.role !== 'attorney' || userId === actor.id)
  const user = isSeen ? await db.user.findFirst({ where: { id: userId, deletedAt: null } }) : null
  if (!user) throw notFound('User', userId)
}
