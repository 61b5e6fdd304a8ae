import { guidePath, paths } from '#domain/access/screens.ts'
import type { SetupStepName } from '#domain/clinic/setup.ts'

type StepWords = {
  label: string
  detail: string
  /** Where the step is done. */
  links: readonly { label: string; href: string }[]
}

/** What the checklist says about each step. */
export const stepWords: Record<SetupStepName, StepWords> = {
  clinic_details: {
    label: 'Enter the clinic’s details',
    detail: 'Name, time zone, phone number and postal address.',
    links: [{ label: 'Clinic Settings', href: `${paths.settings}?open=clinic` }],
  },
  mail: {
    label: 'Set up e-mail',
    detail: 'Caseload then sends signing links, reminders and alerts.',
    links: [{ label: 'Set Up E-Mail', href: guidePath('e-mail') }],
  },
  consent_form: {
    label: 'Review the consent form',
    detail:
      'Read the form that patients sign, change it if needed, and mark it as reviewed in the checklist.',
    links: [{ label: 'Open Form', href: paths.consentTemplates }],
  },
  records_before_consent: {
    label: 'Choose who may see records before consent',
    detail: 'Records are either open or closed to the assigned attorney until the patient signs.',
    links: [{ label: 'Choose Access', href: `${paths.settings}?open=records` }],
  },
  team: {
    label: 'Add your team',
    detail: 'Each person needs their own account, because the audit log names them.',
    links: [{ label: 'Add Users', href: paths.users }],
  },
  patients: {
    label: 'Add patients',
    detail: 'Enter the first one, or import a list from a file.',
    links: [
      { label: 'Import Patients', href: paths.importPatients },
      { label: 'Open Patients', href: paths.patients },
    ],
  },
  backup: {
    label: 'Make a backup',
    detail: 'Run the first one now, and schedule one for every night.',
    links: [{ label: 'Set Up Backups', href: guidePath('backup-and-restore') }],
  },
}

const settingWords: Record<string, string> = {
  name: 'name',
  timeZone: 'time zone',
  phone: 'phone number',
  address: 'postal address',
}

/** "Still missing: time zone, phone number." */
export const missingWords = (missing: readonly string[]): string =>
  `Still missing: ${missing.map((name) => settingWords[name] ?? name).join(', ')}.`
