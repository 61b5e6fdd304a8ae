import { takeStep } from './takeStep.ts'

/** "Mark ready to schedule": Consent Signed to Schedulable, done by the clinic (DECISIONS, "Consent"). */
export const markSchedulable = takeStep('patient.markSchedulable', 'mark_schedulable')
