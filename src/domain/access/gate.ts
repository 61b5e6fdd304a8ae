import { withoutEndSlashes } from '../text.ts'
import type { Actor } from './actor.ts'
import { screens, unlistedScreens } from './navigation.ts'
import { isAlertPath, paths } from './screens.ts'

/** The result for a visitor at a path of the site (SPEC 2.1). */
export type Entry = 'page' | 'landing' | 'change password' | 'add factor' | 'not found'

const screenPaths = new Set<string>([...unlistedScreens, ...screens.map(({ path }) => path)])
const isInUse = (path: string) => screenPaths.has(path) || isAlertPath(path)

/**
 * Paths without a session: patients sign and answer reminders, attorneys open records, users set a password, anyone checks
 * forms by link or file and reads the API reference, and signing out must always work.
 */
const isOpen = (path: string) =>
  path.startsWith('/sign/') ||
  path.startsWith('/forwarded/') ||
  path.startsWith('/reminder/') ||
  path.startsWith('/set-password/') ||
  path === paths.forgotPassword ||
  path === paths.signOut ||
  path === paths.verify ||
  path === paths.apiReference ||
  path.startsWith(`${paths.apiReference}/`)

/** An unknown path gets the 404 page for everyone. A known one depends on the visitor. */
export function gate(actor: Actor | null, pathname: string): Entry {
  const path = pathname.length > 1 ? withoutEndSlashes(pathname) : pathname
  if (isOpen(path)) return 'page'
  if (actor?.mustChangePassword) return path === paths.changePassword ? 'page' : 'change password'
  if (actor?.mustAddFactor) return path === paths.secondFactor ? 'page' : 'add factor'
  if (!isInUse(path)) return 'not found'
  return actor ? 'page' : 'landing'
}

/**
 * The path to open after signing in: the requested screen with its query, or `/`. Never another site. `requested` is a
 * path, or anything that a form contains.
 */
export function pathAfterSignIn(requested: string): string {
  const here = 'http://this.invalid'
  if (!URL.canParse(requested, here)) return paths.home
  const { origin, pathname, search } = new URL(requested, here)
  const isScreen =
    origin === here &&
    isInUse(pathname) &&
    pathname !== paths.changePassword &&
    pathname !== paths.secondFactor
  return isScreen ? pathname + search : paths.home
}
