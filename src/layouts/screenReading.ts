import { countsQuery } from '#features/frame/counted.ts'
import type { CountsQuery } from '#generated/graphql.ts'
import type { Told } from '#graphql/execute.ts'
import { preload } from './preload.ts'

/** What a screen is drawn with, or why it cannot be. */
export type Reading = { counts: CountsQuery['counts'] } | { problem: Told }

/**
 * Reads what the frame shows, and beside it what the screen itself does, and returns when it is the page's turn to be
 * drawn. Never rejects: the top of the page is on its way by then, so that what went wrong is told in the page.
 */
export async function readScreen(locals: App.Locals, read?: () => Promise<unknown>): Promise<Reading> {
  try {
    // As a function that awaits, so that nothing it throws leaves the other alone.
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
