import { takeStep } from './takeStep.ts'

/** Starts waiting for the patient's records: Treatment Completed to Pending Records. */
export const awaitRecords = takeStep('patient.awaitRecords', 'await_records')
