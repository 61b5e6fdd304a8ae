import { patientNamesInput } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientsInOrder } from './patientsInOrder.ts'

/** A patient's name, and nothing else about the patient. */
export type NamedPatient = Pick<Patient, 'id' | 'firstName' | 'lastName'>

/** Returns the names of these patients in the given order, without those that the actor cannot see. The list is audited. */
export const namePatients = operation(patientNamesInput, async (ctx, { ids }): Promise<NamedPatient[]> => {
  authorize(ctx, 'patient.list')
  const select = { id: true, firstName: true, lastName: true } as const
  return patientsInOrder(ctx, ids, (where) => ctx.db.patient.findMany({ where, select }))
})
