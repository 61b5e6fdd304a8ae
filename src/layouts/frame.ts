import type { AstroGlobal } from 'astro'
import type { Frame } from '#client/frame.ts'
import { noticeMinutes } from '#domain/access/session.ts'
import { sessionLimitsOf } from '#domain/clinic/settings.ts'
import { unauthenticated } from '#domain/errors.ts'
import type { Viewer } from '#operations/sessions/recognizeVisitor.ts'

/** The signed-in user. The gate in front of the pages lets no one else through. */
export function viewerOf({ context }: App.Locals): Viewer {
  if (!context.actor) throw unauthenticated()
  return context.actor
}

/** The data of a page for its islands. */
export function frameOf(locals: App.Locals): Frame {
  const { context } = locals
  const { noticeMinutes: wanted, ...shown } = viewerOf(locals)
  const { id, role, firstName, lastName, mustChangePassword } = shown
  const { idleMinutes } = sessionLimitsOf(context, role)
  const { defaultRecipient: recipient } = context.consentRules
  const now = context.now()
  const { at, isFinal } = context.sessionEnd ?? { at: now, isFinal: true }
  return {
    viewer: { id, role, firstName, lastName, mustChangePassword },
    timeZone: context.timeZone,
    defaultRecipient: recipient ? [recipient.name, recipient.firm].filter(Boolean).join(', ') : null,
    session: {
      idleMinutes,
      noticeMinutes: noticeMinutes(idleMinutes, wanted),
      endsAt: at.toISOString(),
      isFinal,
    },
    now: now.toISOString(),
  }
}

/** The chosen theme, or `undefined` for the system's. */
export function themeOf({ cookies }: Pick<AstroGlobal, 'cookies'>): 'light' | 'dark' | undefined {
  const theme = cookies.get('theme')?.value
  return theme === 'light' || theme === 'dark' ? theme : undefined
}
