import type { Actor } from '#domain/access/actor.ts'
import { type Action, can } from '#domain/access/policy.ts'
import { paths } from '#domain/access/screens.ts'
import type { IconName } from '#ui/iconPaths.ts'

/** The parameter of the settings' URL that opens a dialog. */
export const OPENED = 'open'

/** The dialogs of the admin settings, in the order of their buttons. */
export const adminDialogs = {
  data: { label: 'Export Data', icon: 'download' },
  documents: { label: 'Export Documents', icon: 'download' },
  apis: { label: 'Configure APIs', icon: 'key' },
  webhooks: { label: 'Webhooks', icon: 'send' },
  clinic: { label: 'Clinic Settings', icon: 'gear' },
  logo: { label: 'Clinic Logo', icon: 'upload' },
  setup: { label: 'Set Up Clinic', icon: 'check' },
  records: { label: 'Records Before Consent', icon: 'lock' },
  outbox: { label: 'Failed Mail', icon: 'mail' },
  holds: { label: 'Legal Holds', icon: 'archive' },
  requests: { label: 'Requests by Patients', icon: 'clock' },
} as const satisfies Record<string, { label: string; icon: IconName }>

export type AdminDialogName = keyof typeof adminDialogs

export const isAdminDialog = (name: string | null): name is AdminDialogName =>
  name !== null && name in adminDialogs

type Section = { path: string; label: string; icon: IconName; needs?: Action }

const sections: readonly Section[] = [
  { path: paths.users, label: 'Manage Users', icon: 'people', needs: 'settings.edit' },
  { path: paths.consentTemplates, label: 'Consent Templates', icon: 'file', needs: 'settings.edit' },
  ...Object.entries(adminDialogs).map(([name, { label, icon }]) => ({
    path: `${paths.settings}?${OPENED}=${name}`,
    label,
    icon,
    needs: 'settings.edit' as const,
  })),
]

/** The parts of the settings that this user can open. */
export const settingsSectionsFor = (actor: Actor): Section[] =>
  sections.filter(({ needs }) => !needs || can(actor, needs))
