import { onTestFinished } from 'vitest'
import type { Role } from '#domain/access/actor.ts'
import type { TestClinic } from './clinic.ts'
import type { GraphQLAnswer, TestServer, Visitor } from './testServer.ts'

/** An open stream of live updates as a browser reads it. */
export type Stream = {
  status: number
  headers: Headers
  /** The next event; rejects if the stream ends first. */
  next: () => Promise<{ data?: Record<string, never> | null; errors?: GraphQLAnswer['errors'] }>
  /** The events that have arrived and were not yet read. */
  arrived: () => unknown[]
  /** All remaining events after the end of the stream. */
  rest: () => Promise<unknown[]>
  /** The number of heartbeats so far. */
  beats: () => number
  isOver: () => boolean
  /** Disconnects, like a closed tab. */
  leave: () => void
}

export const CHANGES = 'subscription { changes { action resourceType resourceId patientId } }'
export const ALERTS = 'subscription { alertsChanged { unreadCount alert { type message } } }'

/** A signed-in user, as a browser and as an operation context. */
export async function person(clinic: TestClinic, server: TestServer, role: Role) {
  const user = await clinic.user({ role })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  return { user, visitor, ctx: clinic.as(user) }
}

/** Opens a subscription and reads until the end of the test. Later events are received. */
export async function follow(
  visitor: Visitor,
  query: string,
  { method = 'POST', headers = {} }: { method?: 'GET' | 'POST'; headers?: Record<string, string> } = {},
): Promise<Stream> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const accept = { accept: 'text/event-stream', ...headers }
  const response = await (method === 'GET'
    ? visitor.fetch(`/graphql?query=${encodeURIComponent(query)}`, {
        headers: accept,
        signal: leaving.signal,
      })
    : visitor.fetch('/graphql', {
        method,
        headers: { 'content-type': 'application/json', ...accept },
        body: JSON.stringify({ query }),
        signal: leaving.signal,
      }))
  const read = reader(response)
  return {
    status: response.status,
    headers: response.headers,
    ...read,
    leave: () => leaving.abort(),
  }
}

function reader(response: Response) {
  const answers: unknown[] = []
  let beats = 0
  let isOver = false
  let wake = () => {}

  const take = (block: string) => {
    const data = /^data: (.+)$/m.exec(block)?.[1]
    if (data) answers.push(JSON.parse(data))
    else if (block.startsWith(':')) beats += 1
    wake()
  }
  const reading = (async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body ?? []) {
      const blocks = (text + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      blocks.forEach(take)
    }
  })()
    .catch(() => {}) // the test or the server has ended
    .finally(() => {
      isOver = true
      wake()
    })

  return {
    next: async () => {
      while (answers.length === 0) {
        if (isOver) throw new Error('The stream ended')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return answers.shift() as object
    },
    arrived: () => [...answers],
    rest: async () => {
      await reading
      return answers.splice(0)
    },
    beats: () => beats,
    isOver: () => isOver,
  }
}
