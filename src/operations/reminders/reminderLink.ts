import { randomUUID } from 'node:crypto'
import { Failure } from '#domain/errors.ts'
import { ONLY_THE_PATIENT, REMINDER_GONE } from '#domain/reminders/texts.ts'
import type { Appointment, ConsentRequest, Patient, PatientReminder } from '#infra/prisma/client.ts'
import { reminderSecret } from '../consent/derivedSecrets.ts'
import type { RequestContext } from '../context.ts'

/** A reminder with what it is about. */
export type KnownReminder = PatientReminder & {
  patient: Patient
  appointment: Appointment | null
  request: ConsentRequest | null
}

type Subject = { patientId: string } & (
  | { kind: 'visit'; appointmentId: string; daysBefore: number }
  | { kind: 'form'; requestId: string }
)

/**
 * Stores a reminder with the hash of its link; the link is derived again when the e-mail is written. Returns `null` if
 * the same reminder exists, so that two runs of a job remind once.
 */
export async function createReminder(ctx: RequestContext, subject: Subject): Promise<PatientReminder | null> {
  const id = randomUUID()
  const secret = reminderSecret(ctx, id)
  if (!secret) return null
  const data = { id, ...subject, linkHash: ctx.hashLink(secret), createdAt: ctx.now() }
  const [made] = await ctx.db.patientReminder.createManyAndReturn({ data: [data], skipDuplicates: true })
  return made ?? null
}

/** The reminder of a link, also of one that no longer works. Throws `not_found`, and `forbidden` for signed-in users. */
export async function findReminder(ctx: RequestContext, secret: string): Promise<KnownReminder> {
  const found = await ctx.db.patientReminder.findUnique({
    where: { linkHash: ctx.hashLink(secret) },
    include: { patient: true, appointment: true, request: true },
  })
  const subject = { resourceType: 'patient_reminder', resourceId: found?.id }
  if (ctx.actor) throw new Failure('forbidden', ONLY_THE_PATIENT, { subject })
  if (!found) throw new Failure('not_found', REMINDER_GONE, { subject })
  return found
}

/** Whether what the reminder is about is still to come. */
export const isCurrent = (ctx: Pick<RequestContext, 'now'>, reminder: KnownReminder): boolean => {
  const { voidedAt, appointment, request } = reminder
  if (voidedAt) return false
  if (appointment) return appointment.status === 'scheduled' && appointment.scheduledAt > ctx.now()
  return request?.state === 'sent' && request.expiresAt > ctx.now()
}
