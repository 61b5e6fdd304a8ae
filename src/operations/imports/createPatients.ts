import type { ImportChoices } from '#domain/imports/inputs.ts'
import { placeholderAddress } from '#domain/patients/noEmail.ts'
import { consentStatuses } from '#domain/patients/status.ts'
import { auditAll } from '../audit.ts'
import type { Visit } from '../context.ts'
import { personColumns } from '../patients/personColumns.ts'
import type { Examined } from './examineRows.ts'

type New = Extract<Examined, { outcome: 'created' }>

/** Registers some people in a few statements, each as Add Patient does, for who asked; the key of each by its line. */
export async function createPatients(
  ctx: Visit,
  people: readonly New[],
  { status, assignedAttorney }: ImportChoices,
  createdById: string,
): Promise<Map<number, string>> {
  if (people.length === 0) return new Map()
  const now = ctx.now()
  const isManual = consentStatuses.includes(status)
  const lineOf = new Map<string, number>()
  const data = people.map(({ line, person }) => {
    const email = person.email ?? placeholderAddress(crypto.randomUUID())
    lineOf.set(email, line)
    return {
      ...personColumns(person),
      ...{ firstName: person.firstName, lastName: person.lastName, email, status },
      statusSince: now,
      consentIsManual: isManual,
      consentSignedAt: isManual ? now : null,
      assignedAttorneyId: assignedAttorney ?? null,
      createdById,
      createdAt: now,
    }
  })
  const made = await ctx.db.patient.createManyAndReturn({ data, select: { id: true, email: true } })
  await ctx.db.patientStatusChange.createMany({
    data: made.map(({ id }) => ({ patientId: id, to: status, changedById: createdById, changedAt: now })),
  })
  await auditAll(
    ctx,
    made.map(({ id }) => ({
      action: 'created',
      resourceType: 'patient',
      resourceId: id,
      patientId: id,
      userId: createdById,
    })),
  )
  return new Map(made.map(({ id, email }) => [lineOf.get(email) ?? 0, id]))
}
