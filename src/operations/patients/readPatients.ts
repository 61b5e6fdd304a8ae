import * as z from 'zod/mini'
import { identifier } from '#domain/text.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { patientsInOrder } from './patientsInOrder.ts'
import type { PatientSelection } from './visiblePatient.ts'

/** How many patients a program can read at once, as many as a webhook's message can have changed. */
export const READ_TOGETHER_MAX = 100

export const readPatientsInput = z.strictObject({
  ids: z
    .array(identifier)
    .check(
      z.minLength(1, 'Name at least one patient'),
      z.maxLength(READ_TOGETHER_MAX, `Read at most ${READ_TOGETHER_MAX} patients at once`),
    ),
})

/** Returns these patients in the given order, without those that the actor cannot see. They are recorded as a list. */
export async function readPatients(
  ctx: OperationContext,
  raw: z.input<typeof readPatientsInput>,
  { include }: PatientSelection = {},
): Promise<Patient[]> {
  const { ids } = parse(readPatientsInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'patient.view')
    return patientsInOrder(inside, ids, (where) =>
      inside.db.patient.findMany({ where, ...(include && { include }) }),
    )
  })
}
