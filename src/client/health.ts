import { SESSION_CHANNEL } from '#domain/access/session.ts'
import { fetchAndShow } from './answers.ts'
import { background } from './background.ts'

/** The server's answer about the session; `unknown` if it could not be reached. */
export type Health = 'alive' | 'over' | 'unknown'

/** Sent as text, because the server of a new release may not know the persisted queries of an open page. */
const body = JSON.stringify({ query: 'query SessionHealth { me { id } }' })

/** Asks the server whether the session is still valid, without extending it. */
export async function healthOf(): Promise<Health> {
  const headers = { ...background.headers, 'content-type': 'application/json' }
  try {
    const answer = await fetchAndShow('/graphql', { method: 'POST', headers, body })
    const { data } = (await answer.json()) as { data?: { me: object | null } }
    if (!data) return 'unknown'
    return data.me ? 'alive' : 'over'
  } catch {
    return 'unknown'
  }
}

/**
 * Whether the session is over. If so, every tab of the browser, this one included, asks for itself and opens the sign-in
 * page.
 */
export async function tellIfOver(): Promise<boolean> {
  const isOver = (await healthOf()) === 'over'
  if (isOver) {
    const tabs = new BroadcastChannel(SESSION_CHANNEL)
    tabs.postMessage('over')
    tabs.close()
  }
  return isOver
}
