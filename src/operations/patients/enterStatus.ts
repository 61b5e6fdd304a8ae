import { allowsStep, nextStatus, type PatientStatus, type StatusStep } from '#domain/patients/status.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/** Changes a patient's status, with its time and history row. No other code changes a status. */
export async function enterStatus(
  ctx: RequestContext,
  patient: Pick<Patient, 'id' | 'status'>,
  to: PatientStatus,
  { reason, ...changes }: Prisma.PatientUncheckedUpdateInput & { reason?: string } = {},
): Promise<Patient> {
  const changedAt = ctx.now()
  await ctx.db.patientStatusChange.create({
    data: {
      patientId: patient.id,
      from: patient.status,
      to,
      reason: reason ?? null,
      changedById: ctx.actor?.id ?? null,
      changedAt,
    },
  })
  return ctx.db.patient.update({
    where: { id: patient.id },
    data: { ...changes, status: to, statusSince: changedAt },
  })
}

/**
 * Takes the step if the status allows it. A later status never moves back; then only the other columns
 * change.
 */
export const moveAlong = (
  ctx: RequestContext,
  patient: Pick<Patient, 'id' | 'status'>,
  step: StatusStep,
  { reason, ...changes }: Prisma.PatientUncheckedUpdateInput & { reason?: string },
): Promise<Patient> =>
  allowsStep(patient.status, step)
    ? enterStatus(ctx, patient, nextStatus(patient.status, step), { ...changes, ...(reason && { reason }) })
    : ctx.db.patient.update({ where: { id: patient.id }, data: changes })
