type Reply = { status: number; json: unknown }

/** Calls the API with one session. `at` uses the same session on another server. */
export type Caller = {
  (method: string, path: string, body?: object): Promise<Reply>
  at: (url: string) => Caller
  /** The session cookie. */
  cookie: string
  /** Uploads a file as multipart form data. */
  upload: (path: string, form: FormData) => Promise<Reply>
  /** Opens a stream of live updates. `text` resolves to its full text when it has ended. */
  follow: () => Promise<{ status: number; text: Promise<string> }>
}

/** Signs in and keeps the session cookie. */
export async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Caller> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`)
  return callerAt(
    url,
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  )
}

function callerAt(url: string, cookie: string): Caller {
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, json: await answer.json() }
  }
  const follow = async () => {
    const query = encodeURIComponent('subscription { changes { action } }')
    const headers = { cookie, accept: 'text/event-stream' }
    const answer = await fetch(`${url}/graphql?query=${query}`, { headers })
    return { status: answer.status, text: answer.text() }
  }
  const upload = async (path: string, form: FormData): Promise<Reply> => {
    const answer = await fetch(url + path, { method: 'POST', headers: { cookie }, body: form })
    return { status: answer.status, json: await answer.json() }
  }
  return Object.assign(call, { upload, cookie, at: (other: string) => callerAt(other, cookie), follow })
}
