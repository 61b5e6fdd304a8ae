import { takeStep } from './takeStep.ts'

/** The treatment is over: from Schedulable to Treatment Completed. */
export const completeTreatment = takeStep('patient.completeTreatment', 'complete_treatment')
