import type { Actor } from '#domain/access/actor.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'

/** One's own alerts; what an attorney was told of a patient goes with the patient (DECISIONS, "Tasks"). */
export const alertsVisibleTo = (actor: Actor): Prisma.AlertWhereInput => ({
  userId: actor.id,
  ...(actor.role === 'attorney' && { OR: [{ patientId: null }, { patient: patientsVisibleTo(actor) }] }),
})
