import type { Action } from '#domain/access/policy.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { nextStatus, type StatusStep } from '#domain/patients/status.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { enterStatus } from './enterStatus.ts'
import { patientForUpdate } from './visiblePatient.ts'

type StepAction = Extract<Action, `patient.${'mark' | 'complete' | 'await'}${string}`>

/** Creates an operation that takes one manual step of the status machine and does nothing else. */
export const makeStatusStep = (action: StepAction, step: StatusStep) =>
  operation(patientIdInput, async (ctx, { patientId }): Promise<Patient> => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, action, patient, {
      resourceType: 'patient',
      resourceId: patientId,
    })
    const to = nextStatus(patient.status, step)
    const moved = await enterStatus(ctx, patient, to)
    await audit(ctx, {
      action: 'updated',
      resourceType: 'patient',
      resourceId: patientId,
      patientId,
      details: { fields: ['status'], from: patient.status, to },
    })
    return moved
  })

/** "Mark ready to schedule": Consent Signed to Schedulable, done by the clinic (DECISIONS, "Consent"). */
export const markSchedulable = makeStatusStep('patient.markSchedulable', 'mark_schedulable')

/** Ends the treatment: Schedulable to Treatment Completed. */
export const completeTreatment = makeStatusStep('patient.completeTreatment', 'complete_treatment')

/** Starts waiting for the patient's records: Treatment Completed to Pending Records. */
export const awaitRecords = makeStatusStep('patient.awaitRecords', 'await_records')

/**
 * Sets Records Forwarded, from Treatment Completed or Pending Records. It changes only the status and sends
 * no files.
 */
export const markRecordsForwarded = makeStatusStep('patient.markRecordsForwarded', 'forward_records')
