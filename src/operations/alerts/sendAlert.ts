import {
  type AlertFacts,
  type AlertType,
  alertTypes,
  type NamedRecipients,
} from '#domain/alerts/alertTypes.ts'
import { ALERT_COPIES_APART_MINUTES } from '#domain/mail/mail.ts'
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
 * is on, the type is e-mailed and the user has not turned copies off. `scheduledFor` is when the copy is sent, the same for alerts
 * that share one.
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
  const planOf = await planCopies(ctx, type, [...addresses.keys()])
  const data = recipients.map((userId) => {
    const scheduledFor = addresses.has(userId) ? planOf(userId).scheduledFor : null
    return { type, userId, patientId, message, createdAt, scheduledFor }
  })
  if (addresses.size === 0) {
    await ctx.db.alert.createMany({ data })
    return
  }
  const sent = await ctx.db.alert.createManyAndReturn({ data, select: { id: true, userId: true } })
  for (const { id: alertId, userId } of sent) {
    const to = addresses.get(userId)
    const { isNew, scheduledFor } = planOf(userId)
    if (to !== undefined && isNew) await queueMail(ctx, { kind: 'alert', to, userId, alertId }, scheduledFor)
  }
}

/** When the copy of an alert is sent, and whether it is a new one or one that waits already. */
type CopyPlan = { scheduledFor: Date; isNew: boolean }

const MINUTE_MS = 60_000
const APART_MS = ALERT_COPIES_APART_MINUTES * MINUTE_MS
/** An e-mail that is due sooner may be written before this transaction commits, also by a process whose clock is ahead. */
const TOO_LATE_TO_JOIN_MS = 2 * MINUTE_MS

/**
 * The first alert of a type is e-mailed at once. Those that follow within minutes share the next e-mail: thirty uploaded records
 * are two e-mails, not thirty.
 */
async function planCopies(
  ctx: RequestContext,
  type: AlertType,
  userIds: string[],
): Promise<(userId: string) => CopyPlan> {
  const now = ctx.now()
  const atOnce: CopyPlan = { scheduledFor: now, isNew: true }
  if (!alertTypes[type].mailOfSeveral) return () => atOnce
  const before = (ms: number) => ({ gt: new Date(now.getTime() - ms) })
  const latest = await ctx.db.alert.groupBy({
    by: ['userId'],
    where: { type, userId: { in: userIds }, createdAt: before(2 * APART_MS), scheduledFor: before(APART_MS) },
    _max: { scheduledFor: true },
  })
  const lastOf = new Map(latest.map(({ userId, _max }) => [userId, _max.scheduledFor]))
  return (userId) => {
    const last = lastOf.get(userId)
    if (!last) return atOnce
    if (last.getTime() > now.getTime() + TOO_LATE_TO_JOIN_MS) return { scheduledFor: last, isNew: false }
    return { scheduledFor: new Date(last.getTime() + APART_MS), isNew: true }
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
