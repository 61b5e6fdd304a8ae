import type { Client } from '@urql/core'
import { SESSION_CHANNEL } from '#domain/access/session.ts'
import { graphql } from '#generated/gql.ts'
import { background } from './background.ts'

/** The server's answer about the session; `unknown` if it could not be reached. */
export type Health = 'alive' | 'over' | 'unknown'

/** Asks only who is signed in, which shows whether the session is valid. */
const whoIsThere = graphql(`query SessionHealth { me { id } }`)

/** Asks the server whether the session is still valid, without extending it. */
export async function healthOf(client: Client): Promise<Health> {
  const { data, error } = await client
    .query(whoIsThere, {}, { requestPolicy: 'network-only', fetchOptions: background })
    .toPromise()
  // A cached result does not count.
  if (error || !data) return 'unknown'
  return data.me ? 'alive' : 'over'
}

/**
 * Whether the session is over. If so, every tab of the browser, this one included, asks for itself and opens the sign-in
 * page.
 */
export async function tellIfOver(client: Client): Promise<boolean> {
  const isOver = (await healthOf(client)) === 'over'
  if (isOver) {
    const tabs = new BroadcastChannel(SESSION_CHANNEL)
    tabs.postMessage('over')
    tabs.close()
  }
  return isOver
}
