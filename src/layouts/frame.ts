import type { AstroGlobal } from 'astro'
import type { Frame } from '#client/frame.ts'
import { unauthenticated } from '#domain/errors.ts'

/** What the islands of a page are told of it. */
export function frameOf({ visit }: App.Locals): Frame {
  if (!visit.actor) throw unauthenticated()
  const { id, role, firstName, lastName, mustChangePassword } = visit.actor
  return {
    viewer: { id, role, firstName, lastName, mustChangePassword },
    timeZone: visit.timeZone,
    now: visit.now().toISOString(),
  }
}

/** The theme somebody chose, or `undefined` for the system's. */
export function themeOf({ cookies }: Pick<AstroGlobal, 'cookies'>): 'light' | 'dark' | undefined {
  const theme = cookies.get('theme')?.value
  return theme === 'light' || theme === 'dark' ? theme : undefined
}
