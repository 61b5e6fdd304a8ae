import type { Actor } from './actor.ts'
import { type Action, can } from './policy.ts'
import { paths } from './screens.ts'

// Apart from the paths, so that public pages do not load the list.

/** A screen for signed-in users. The sidebar, the gate and links use this list. */
export type Screen = {
  path: string
  label: string
  icon: 'home' | 'people' | 'task' | 'calendar' | 'pen' | 'chart' | 'shield' | 'gear'
  /** Hidden from the sidebar for users without this permission. */
  needs?: Action
}

/** Sidebar entries in the order of SPEC 2.3, with Reports, which it does not have, before the audit log. */
export const screens: readonly Screen[] = [
  { path: paths.home, label: 'Dashboard', icon: 'home' },
  { path: paths.patients, label: 'Patients', icon: 'people' },
  { path: paths.tasks, label: 'Tasks', icon: 'task' },
  { path: paths.schedule, label: 'Schedule', icon: 'calendar' },
  { path: paths.consentForms, label: 'Consent Forms', icon: 'pen' },
  { path: paths.reports, label: 'Reports', icon: 'chart' },
  { path: paths.auditLogs, label: 'Audit Logs', icon: 'shield', needs: 'audit.read' },
  { path: paths.settings, label: 'Settings', icon: 'gear' },
]

/** Screens that other screens link to, but not the sidebar. */
export const unlistedScreens: readonly string[] = [
  paths.dashboard,
  paths.users,
  paths.consentTemplates,
  paths.importPatients,
  paths.accounting,
  paths.guide,
  paths.changePassword,
  paths.secondFactor,
]

export const screensFor = (actor: Actor): Screen[] =>
  screens.filter(({ needs }) => !needs || can(actor, needs))

/** SPEC 2.3: equal, or for any route other than '/' a path that starts with it; '/dashboard' is '/'. */
export const isCurrentScreen = (screen: string, pathname: string): boolean =>
  screen === paths.home
    ? pathname === paths.home || pathname === paths.dashboard
    : pathname === screen || pathname.startsWith(`${screen}/`)
