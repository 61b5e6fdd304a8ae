import type { ClinicSettingName } from './settings.ts'

/** The steps of setting up a clinic, in the order of the checklist. */
export const setupSteps = [
  'clinic_details',
  'mail',
  'consent_form',
  'records_before_consent',
  'team',
  'patients',
  'backup',
] as const
export type SetupStepName = (typeof setupSteps)[number]

/** A step, and which clinic settings it still needs. */
export type SetupStep = { name: SetupStepName; isDone: boolean; missing: ClinicSettingName[] }

/** What the checklist shows. */
export type ClinicSetup = {
  steps: SetupStep[]
  /** Whether the dashboard shows the checklist to administrators. */
  isShown: boolean
  isDismissed: boolean
  /** Whether an upgrade left the records open to attorneys before a form is signed, and no administrator has chosen. */
  isOpenByUpgrade: boolean
  /** Whether the clinic is the demo, whose people and records are invented. */
  isSample: boolean
}
