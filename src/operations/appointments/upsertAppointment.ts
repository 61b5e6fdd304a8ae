import * as z from 'zod/mini'
import { bookAppointmentInput, editAppointmentInput } from '#domain/appointments/inputs.ts'
import { identifierInput } from '#domain/identifiers.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { refuseOtherPatient, upsert, viewByIdentifier } from '../identifiers.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'
import { bookAppointment } from './bookAppointment.ts'
import { editAppointment } from './editAppointment.ts'
import type { AppointmentSelection } from './listAppointments.ts'
import { viewAppointment } from './viewAppointment.ts'

const { appointmentId: _, ...fields } = editAppointmentInput.shape

const upsertAppointmentInput = z.strictObject({
  ...fields,
  identifier: identifierInput,
  patientId: z.optional(bookAppointmentInput.shape.patientId),
})

/** Edits the appointment with this identifier, or books one with it, which needs a patient, a provider and a time. */
export const upsertAppointment = upsert('appointment', upsertAppointmentInput, {
  add: (ctx, given) => bookAppointment(ctx, given as Parameters<typeof bookAppointment>[1]),
  edit: async (ctx, appointmentId, { patientId, ...given }) => {
    const where = { id: appointmentId, ...ofVisiblePatients(ctx) }
    refuseOtherPatient(await ctx.db.appointment.findFirst({ where, select: { patientId: true } }), patientId)
    return editAppointment(ctx, { ...given, appointmentId })
  },
})

/** Returns the appointment with this identifier. The view is audited. */
export const viewAppointmentByIdentifier = (
  ctx: OperationContext,
  raw: unknown,
  selection: AppointmentSelection = {},
): Promise<Appointment> =>
  viewByIdentifier(ctx, 'appointment', raw, (appointmentId) =>
    viewAppointment(ctx, { appointmentId }, selection),
  )
