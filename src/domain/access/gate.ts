import { withoutEndSlashes } from '../text.ts'
import type { Actor } from './actor.ts'
import { paths, screens, unlistedScreens } from './screens.ts'

/** The result for a visitor at a path of the site (SPEC 2.1). */
export type Entry = 'page' | 'landing' | 'change password' | 'not found'

const pathsInUse = new Set<string>([...unlistedScreens, ...screens.map(({ path }) => path)])

/**
 * Paths without a session: patients sign, attorneys open records and anyone checks forms by link or file, and signing
 * out must always work.
 */
const isOpen = (path: string) =>
  path.startsWith('/sign/') ||
  path.startsWith('/forwarded/') ||
  path === paths.signOut ||
  path === paths.verify

/** An unknown path gets the 404 page for everyone. A known one depends on the visitor. */
export function gate(actor: Actor | null, pathname: string): Entry {
  const path = pathname.length > 1 ? withoutEndSlashes(pathname) : pathname
  if (isOpen(path)) return 'page'
  if (actor?.mustChangePassword) return path === paths.changePassword ? 'page' : 'change password'
  if (!pathsInUse.has(path)) return 'not found'
  return actor ? 'page' : 'landing'
}
