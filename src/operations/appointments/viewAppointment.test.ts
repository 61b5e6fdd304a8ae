import { expect } from 'vitest'
import { auditRowsOf, insertAppointment, practice } from '#tests/support/practice.ts'
import { withoutAudit } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { viewAppointment } from './viewAppointment.ts'

test('viewing an appointment is audited with its patient', async ({ clinic }) => {
  const { staff, attorney, provider, patient } = await practice(clinic)
  const appointment = await insertAppointment(clinic, { provider, patient })
  expect(await viewAppointment(staff, { appointmentId: appointment.id })).toEqual(appointment)
  expect(await auditRowsOf(clinic)).toEqual([
    {
      action: 'viewed',
      resourceType: 'appointment',
      resourceId: appointment.id,
      patientId: patient.id,
      userId: staff.actor.id,
      details: null,
    },
  ])
  expect(await viewAppointment(attorney, { appointmentId: appointment.id })).toEqual(appointment)
})

test('an appointment of another attorney’s patient is not found, even by its provider', async ({
  clinic,
}) => {
  const { provider, patient } = await practice(clinic)
  const other = await clinic.user({ role: 'attorney' })
  const mine = await insertAppointment(clinic, { provider: other, patient })
  const failures = await Promise.all(
    [mine.id, provider.id, 'nothing'].map((appointmentId) =>
      viewAppointment(clinic.as(other), { appointmentId }).catch(({ code, message }) => [code, message]),
    ),
  )
  expect(failures).toEqual(Array(3).fill(['not_found', 'Appointment not found']))
  expect(await auditRowsOf(clinic)).toEqual([])
})

test('an appointment whose view cannot be audited is not shown', async ({ clinic, database }) => {
  const { staff, provider, patient } = await practice(clinic)
  const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
  await withoutAudit(database, () =>
    expect(viewAppointment(staff, { appointmentId })).rejects.toThrow(/audit_logs/),
  )
})
