import { takeStep } from './takeStep.ts'

/**
 * Sets Records Forwarded, from Treatment Completed or Pending Records. It changes only the status and sends
 * no files.
 */
export const markRecordsForwarded = takeStep('patient.markRecordsForwarded', 'forward_records')
