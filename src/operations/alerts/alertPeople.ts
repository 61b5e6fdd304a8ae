import type { AlertType, Patient } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'

/** What of a patient an alert has to know. */
export type Told = Pick<Patient, 'id' | 'firstName' | 'lastName' | 'createdById' | 'assignedAttorneyId'>

const sentences: Partial<Record<AlertType, (name: string, what: string) => string>> = {
  consent_signed: (name) => `${name} signed the consent form`,
  patient_assigned: (name) => `${name} was assigned to you`,
  patient_dropped: (name) => `${name} was dropped from the caseload`,
  record_uploaded: (name) => `A record of ${name} was uploaded`,
  appointment_created: (name, what) => `${what} with ${name} was scheduled`,
  appointment_changed: (name, what) => `${what} with ${name} was changed`,
  appointment_cancelled: (name, what) => `${what} with ${name} was cancelled`,
}

/** Leaves one alert for each person concerned, except for who did it; `what` is said of appointments alone. */
export async function alertPeople(
  ctx: Visit,
  type: AlertType,
  patient: Told,
  to: { creator?: boolean; assignee?: boolean; administrators?: boolean; users?: string[] },
  what: 'An appointment' | 'A consultation' = 'An appointment',
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
  const message = sentences[type]?.(`${patient.firstName} ${patient.lastName}`, what) ?? type
  await ctx.db.alert.createMany({
    data: [...people].map((userId) => ({
      type,
      userId,
      patientId: patient.id,
      message,
      createdAt: ctx.now(),
    })),
  })
}
