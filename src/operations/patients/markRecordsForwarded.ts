import { takeStep } from './takeStep.ts'

/**
 * Says that the records have been forwarded: to Records Forwarded, from Treatment Completed or Pending Records. The
 * status alone; no file is sent.
 */
export const markRecordsForwarded = takeStep('patient.markRecordsForwarded', 'forward_records')
