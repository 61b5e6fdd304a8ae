import type { Actor } from './actor.ts'
import { type Action, can } from './policy.ts'

/** A screen for signed-in users. The sidebar, the gate and links use this list. */
export type Screen = {
  path: string
  label: string
  icon: 'home' | 'people' | 'task' | 'calendar' | 'pen' | 'chart' | 'shield' | 'gear'
  /** Hidden from the sidebar for users without this permission. */
  needs?: Action
}

export const paths = {
  home: '/',
  dashboard: '/dashboard',
  patients: '/patients',
  importPatients: '/patients/import',
  tasks: '/tasks',
  schedule: '/schedule',
  consentForms: '/consent-forms',
  consentTemplates: '/consent-forms/templates',
  reports: '/reports',
  users: '/users',
  auditLogs: '/audit-logs',
  settings: '/settings',
  changePassword: '/change-password',
  signOut: '/sign-out',
  verify: '/verify',
} as const

/** Sidebar entries in the order of SPEC 2.3, with Reports, which it does not have, before the audit log. */
export const screens: readonly Screen[] = [
  { path: paths.home, label: 'Dashboard', icon: 'home' },
  { path: paths.patients, label: 'Patients', icon: 'people' },
  { path: paths.tasks, label: 'Tasks', icon: 'task' },
  { path: paths.schedule, label: 'Schedule', icon: 'calendar' },
  { path: paths.consentForms, label: 'Consent Forms', icon: 'pen' },
  { path: paths.reports, label: 'Reports', icon: 'chart', needs: 'report.export' },
  { path: paths.auditLogs, label: 'Audit Logs', icon: 'shield', needs: 'audit.read' },
  { path: paths.settings, label: 'Settings', icon: 'gear' },
]

/** Screens that other screens link to, but not the sidebar. */
export const unlistedScreens: readonly string[] = [
  paths.dashboard,
  paths.users,
  paths.consentTemplates,
  paths.importPatients,
  paths.changePassword,
]

export const screensFor = (actor: Actor): Screen[] =>
  screens.filter(({ needs }) => !needs || can(actor, needs))

/** SPEC 2.3: equal, or for any route other than '/' a path that starts with it; '/dashboard' is '/'. */
export const isCurrentScreen = (screen: string, pathname: string): boolean =>
  screen === paths.home
    ? pathname === paths.home || pathname === paths.dashboard
    : pathname === screen || pathname.startsWith(`${screen}/`)

/** The URL of a patient's details, which can be sent to a colleague. */
export const patientPath = (id: string) => `${paths.patients}?patient=${encodeURIComponent(id)}`

/** The patient list filtered to one status. */
export const statusPath = (status: string) => `${paths.patients}?status=${encodeURIComponent(status)}`

/** The URL where the patient reads and signs. The secret is the only credential. */
export const signingPath = (secret: string) => `/sign/${secret}`

/** The URL where an attorney opens forwarded records. The secret is the only credential. */
export const forwardedPath = (secret: string) => `/forwarded/${secret}`

/** The path to which staff post to hand a device to a patient. */
export const SIGN_HERE = '/sign/here'
/** The page of a handed-over device while the patient signs at another provider. */
export const signingAwayPath = (requestId: string) => `/sign/away/${requestId}`
/** The page of a device after the patient has signed on it. */
export const SIGNED_HERE = '/sign/signed'
/** The page of a patient who declined. */
export const DECLINED = '/sign/declined'

/**
 * The URL of a patient's signed form: of one request, or the one in force. The route checks access each time.
 */
export const consentFormPath = (patientId: string, requestId?: string): string =>
  `/api/patients/${patientId}/consent-form${requestId ? `?requestId=${requestId}` : ''}`
