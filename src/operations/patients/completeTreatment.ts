import { takeStep } from './takeStep.ts'

/** Ends the treatment: Schedulable to Treatment Completed. */
export const completeTreatment = takeStep('patient.completeTreatment', 'complete_treatment')
