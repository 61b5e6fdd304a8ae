import {
  type AlertFacts,
  type AlertType,
  alertTypes,
  type NamedRecipients,
} from '#domain/alerts/alertTypes.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'

/** The patient's columns that an alert needs. */
export type AlertedPatient = Pick<
  Patient,
  'id' | 'firstName' | 'lastName' | 'createdById' | 'assignedAttorneyId'
>

type About<Type extends AlertType> = {
  patient?: AlertedPatient
  /** The patient of an alert whose sentence does not name them. */
  patientId?: string | null
  users?: NamedRecipients<Type>
  /** Users who get no alert this time. */
  except?: readonly string[]
}

/**
 * Sends one alert to each recipient of its type; every alert is created here. Each gets an e-mail copy if mail
 * is on, the type is e-mailed and the user has not turned copies off. `scheduledFor` is when the copy is sent.
 */
export async function sendAlert<Type extends AlertType>(
  ctx: RequestContext,
  type: Type,
  facts: AlertFacts<Type> & About<Type>,
): Promise<void> {
  const recipients = await recipientsOf(ctx, type, facts)
  if (recipients.length === 0) return
  const addresses = await addressesFor(ctx, type, recipients)
  const createdAt = ctx.now()
  const patientId = facts.patient?.id ?? facts.patientId ?? null
  const message = alertTypes[type].sentence(facts)
  const data = recipients.map((userId) => {
    const scheduledFor = addresses.has(userId) ? createdAt : null
    return { type, userId, patientId, message, createdAt, scheduledFor }
  })
  if (addresses.size === 0) {
    await ctx.db.alert.createMany({ data })
    return
  }
  const sent = await ctx.db.alert.createManyAndReturn({ data, select: { id: true, userId: true } })
  for (const { id: alertId, userId } of sent) {
    const to = addresses.get(userId)
    if (to !== undefined) await queueMail(ctx, { kind: 'alert', to, userId, alertId })
  }
}

async function recipientsOf<Type extends AlertType>(
  ctx: RequestContext,
  type: Type,
  { patient, users, except = [] }: About<Type>,
): Promise<string[]> {
  const { to, includesActor } = alertTypes[type]
  const recipients = new Set<string>(users ?? [])
  if (to.includes('creator') && patient) recipients.add(patient.createdById)
  if (to.includes('assignee') && patient?.assignedAttorneyId) recipients.add(patient.assignedAttorneyId)
  if (to.includes('administrators')) {
    const administrators = await ctx.db.user.findMany({
      where: { role: 'admin', isActive: true, deletedAt: null },
      select: { id: true },
    })
    for (const { id } of administrators) recipients.add(id)
  }
  if (ctx.actor && !includesActor) recipients.delete(ctx.actor.id)
  for (const id of except) recipients.delete(id)
  return [...recipients]
}

/** The e-mail addresses of those recipients who get a copy, by user. */
async function addressesFor(
  ctx: RequestContext,
  type: AlertType,
  userIds: string[],
): Promise<Map<string, string>> {
  const { mail, isAlwaysMailed } = alertTypes[type]
  if (!ctx.mailer || mail === null) return new Map()
  const users = await ctx.db.user.findMany({
    where: {
      id: { in: userIds },
      kind: 'person',
      isActive: true,
      deletedAt: null,
      ...(!isAlwaysMailed && { emailAlerts: true }),
    },
    select: { id: true, email: true },
  })
  return new Map(users.map(({ id, email }) => [id, email]))
}
