import type { AlertType, Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { leaveAlerts } from './leaveAlerts.ts'

/** The patient's columns that an alert needs. */
export type AlertedPatient = Pick<
  Patient,
  'id' | 'firstName' | 'lastName' | 'createdById' | 'assignedAttorneyId'
>

/** Details for some alerts: subject, reason, name of the user, and number of cases within an hour. */
type Said = { what?: 'An appointment' | 'A consultation'; reason?: string; by?: string; times?: number }

const because = ({ reason }: Said) => (reason ? `: ${reason}` : '')

const sentences: Partial<Record<AlertType, (name: string, said: Said) => string>> = {
  consent_signed: (name) => `${name} signed the consent form`,
  consent_declined: (name, said) => `${name} declined the consent form${because(said)}`,
  consent_expired: (name) => `The consent request for ${name} has expired`,
  consent_voided: (name, said) => `The consent request for ${name} was voided${because(said)}`,
  consent_revoked: (name, said) => `${name} revoked the consent${because(said)}`,
  authorization_ended: (name) => `The authorization of ${name} has ended`,
  paper_copy_requested: (name) => `${name} asks for the consent form on paper`,
  mail_failed: (name) => `An e-mail to ${name} could not be delivered`,
  patient_assigned: (name) => `${name} was assigned to you`,
  patient_dropped: (name) => `${name} was dropped from the caseload`,
  record_infected: (name) =>
    `Harmful software was found in a record of ${name}. The file is quarantined and cannot be opened`,
  records_forwarded: (name) => `Records of ${name} were forwarded to you`,
  record_uploaded: (name) => `A record of ${name} was uploaded`,
  break_glass: (name, { by = 'Somebody', times = 1, ...said }) =>
    `${by} broke the glass to open the chart of ${name}${times > 1 ? ` (${times} charts within an hour)` : ''}${because(said)}`,
  appointment_created: (name, { what = 'An appointment' }) => `${what} with ${name} was scheduled`,
  appointment_changed: (name, { what = 'An appointment' }) => `${what} with ${name} was changed`,
  appointment_cancelled: (name, { what = 'An appointment' }) => `${what} with ${name} was cancelled`,
}

/** Creates one alert for each person concerned, except the actor. */
export async function alertPeople(
  ctx: RequestContext,
  type: AlertType,
  patient: AlertedPatient,
  to: { creator?: boolean; assignee?: boolean; administrators?: boolean; users?: string[] },
  said: Said = {},
): Promise<void> {
  const administrators = to.administrators
    ? await ctx.db.user.findMany({
        where: { role: 'admin', isActive: true, deletedAt: null },
        select: { id: true },
      })
    : []
  const people = new Set([...administrators.map(({ id }) => id), ...(to.users ?? [])])
  if (to.creator) people.add(patient.createdById)
  if (to.assignee && patient.assignedAttorneyId) people.add(patient.assignedAttorneyId)
  if (ctx.actor) people.delete(ctx.actor.id)
  if (people.size === 0) return
  const message = sentences[type]?.(`${patient.firstName} ${patient.lastName}`, said) ?? type
  await leaveAlerts(
    ctx,
    [...people].map((userId) => ({ type, userId, patientId: patient.id, message })),
  )
}
