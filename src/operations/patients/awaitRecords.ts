import { takeStep } from './takeStep.ts'

/** The clinic waits for the patient's records: from Treatment Completed to Pending Records. */
export const awaitRecords = takeStep('patient.awaitRecords', 'await_records')
