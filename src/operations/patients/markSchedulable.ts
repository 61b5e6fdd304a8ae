import { takeStep } from './takeStep.ts'

/** "Mark ready to schedule": from Consent Signed to Schedulable, by the clinic (DECISIONS, "Consent"). */
export const markSchedulable = takeStep('patient.markSchedulable', 'mark_schedulable')
