/** SPEC section 9. */
export const MOST_EVENTS = 100

/** An event in this tab: methods, paths and kinds, without request or response content. */
export type DebugEvent = {
  at: string
  kind: 'request' | 'auth' | 'live'
  what: string
  status?: number
  ms?: number
}

type Answered = { status: number; body: unknown }

/** The console object for debugging. */
export type DebugHelper = {
  /** The last hundred events, oldest first. */
  events: () => DebugEvent[]
  clear: () => void
  /** GET /api/debug/session and GET /api/auth/user. */
  session: () => Promise<Answered>
  user: () => Promise<Answered>
}

/** Creates the debug object, a `fetch` that logs each request, and a function that logs a received change. */
export function makeDebugHelper(send: typeof fetch, now = () => new Date()) {
  const events: DebugEvent[] = []

  function note(event: Omit<DebugEvent, 'at'>): void {
    events.push({ at: now().toISOString(), ...event })
    events.splice(0, events.length - MOST_EVENTS)
  }

  const watched: typeof fetch = async (input, init) => {
    const started = performance.now()
    const { what, isAuth } = described(input, init)
    try {
      const answer = await send(input, init)
      const kind = isAuth || answer.status === 401 ? 'auth' : 'request'
      note({ kind, what, status: answer.status, ms: Math.round(performance.now() - started) })
      return answer
    } catch (error) {
      note({ kind: isAuth ? 'auth' : 'request', what: `${what} failed` })
      throw error
    }
  }

  const ask = async (path: string): Promise<Answered> => {
    const answer = await watched(path)
    return { status: answer.status, body: await answer.json().catch(() => null) }
  }

  const helper: DebugHelper = {
    events: () => [...events],
    clear: () => void events.splice(0),
    session: () => ask('/api/debug/session'),
    user: () => ask('/api/auth/user'),
  }
  return { helper, watched, hear: (what: string) => note({ kind: 'live', what }) }
}

/** Omits the query, which may contain a search. A GraphQL request is named after its operation. */
function described(input: RequestInfo | URL, init: RequestInit = {}) {
  const request = input instanceof Request ? input : undefined
  const { pathname } = new URL(request?.url ?? String(input), 'http://here.test')
  const method = init.method ?? request?.method ?? 'GET'
  const [, name] = typeof init.body === 'string' ? (/"operationName":"(\w+)"/.exec(init.body) ?? []) : []
  return {
    what: [method, pathname, name].filter(Boolean).join(' '),
    isAuth: pathname.startsWith('/api/auth/'),
  }
}
