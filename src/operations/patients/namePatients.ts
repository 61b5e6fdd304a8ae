import { patientNamesInput } from '#domain/patients/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientsVisibleTo } from './visiblePatient.ts'

/** A patient's name, and nothing else about the patient. */
export type NamedPatient = Pick<Patient, 'id' | 'firstName' | 'lastName'>

/** Returns the names of these patients in the given order, without those that the actor cannot see. The list is audited. */
export const namePatients = operation(patientNamesInput, async (ctx, { ids }): Promise<NamedPatient[]> => {
  authorize(ctx, 'patient.list')
  const found = await ctx.db.patient.findMany({
    where: { AND: [patientsVisibleTo(ctx), { id: { in: ids.filter(isUuid) } }] },
    select: { id: true, firstName: true, lastName: true },
  })
  const byId = new Map(found.map((patient) => [patient.id, patient]))
  const named = ids.flatMap((id) => byId.get(id.toLowerCase()) ?? [])
  const patientIds = found.map(({ id }) => id)
  await auditListed(ctx, 'patient', { filters: ['ids'], count: found.length, patientIds })
  return named
})
