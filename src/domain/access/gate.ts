import { withoutEndSlashes } from '../text.ts'
import type { Actor } from './actor.ts'
import { paths, screens, unlistedScreens } from './screens.ts'

/** What a visitor gets at a path of the site (SPEC 2.1). */
export type Entry = 'page' | 'landing' | 'change password' | 'not found'

const known = new Set<string>([...unlistedScreens, ...screens.map(({ path }) => path)])

/** Paths that ask for no session: patients sign, attorneys fetch records and forms are checked by link or file alone, and signing out must always work. */
const isOpen = (path: string) =>
  path.startsWith('/sign/') ||
  path.startsWith('/forwarded/') ||
  path === paths.signOut ||
  path === paths.verify

/** An unknown path answers the 404 page to anyone; a known one depends on who asks. */
export function gate(actor: Actor | null, pathname: string): Entry {
  const path = pathname.length > 1 ? withoutEndSlashes(pathname) : pathname
  if (isOpen(path)) return 'page'
  if (actor?.mustChangePassword) return path === paths.changePassword ? 'page' : 'change password'
  if (!known.has(path)) return 'not found'
  return actor ? 'page' : 'landing'
}
