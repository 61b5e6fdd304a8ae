import { countsQuery } from '#features/frame/counted.ts'
import type { CountsQuery } from '#generated/graphql.ts'
import type { Told } from '#graphql/execute.ts'
import { preload } from './preload.ts'

/** The data of a screen, or why it could not be loaded. */
export type Reading = { counts: CountsQuery['counts'] } | { problem: Told }

/**
 * Loads the frame's data together with the screen's, and resolves when it is the page's turn to render. Never
 * rejects: the top of the page has already been sent, so errors are shown in the page.
 */
export async function readScreen(locals: App.Locals, read?: () => Promise<unknown>): Promise<Reading> {
  try {
    // As an async function, so that a synchronous throw does not affect the other query.
    const screen = async () => read?.()
    const [{ counts }] = await Promise.all([preload(locals, countsQuery, {}), screen()])
    await locals.turn.step()
    locals.turn.end()
    locals.isRead = true
    return { counts }
  } catch (error) {
    return { problem: locals.doors.failureOf(error, locals.visit) }
  }
}
