import { expect } from 'vitest'
import { meetAt } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { awaitRecords, completeTreatment, markRecordsForwarded, markSchedulable } from './statusSteps.ts'

const steps = [
  { name: 'ready to schedule', run: markSchedulable, from: 'consent_signed', to: 'schedulable' },
  { name: 'treated', run: completeTreatment, from: 'schedulable', to: 'treatment_completed' },
  { name: 'waiting for records', run: awaitRecords, from: 'treatment_completed', to: 'pending_records' },
  { name: 'forwarded', run: markRecordsForwarded, from: 'pending_records', to: 'records_forwarded' },
  {
    name: 'forwarded at once',
    run: markRecordsForwarded,
    from: 'treatment_completed',
    to: 'records_forwarded',
  },
] as const

test.for(steps)(
  'a patient is marked $name, and audit log and history name the user',
  async (step, { clinic }) => {
    const staff = await clinic.user()
    const patient = await clinic.patient({ status: step.from })
    const moved = await step.run(clinic.as(staff), { patientId: patient.id })
    expect(moved).toMatchObject({ status: step.to, statusSince: clinic.now })
    expect(await clinic.db.auditLog.findMany()).toMatchObject([
      {
        action: 'updated',
        resourceType: 'patient',
        resourceId: patient.id,
        patientId: patient.id,
        userId: staff.id,
        details: { fields: ['status'], from: step.from, to: step.to },
      },
    ])
    expect(await clinic.db.patientStatusChange.findMany()).toMatchObject([
      { from: step.from, to: step.to, changedById: staff.id, changedAt: clinic.now },
    ])
  },
)

test('of two users who mark the same patient, the second gets the current status as a conflict', async ({
  clinic,
}) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ status: 'schedulable' })
  const mark = () => completeTreatment(staff, { patientId: patient.id })
  const outcomes = await meetAt(clinic, 'patients', patient.id, [mark, mark])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'conflict',
      message: 'Treatment can only be completed at Schedulable; this patient is at Treatment Completed',
    },
  })
  expect(await clinic.db.patientStatusChange.count()).toBe(1)
})
