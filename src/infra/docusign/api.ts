import { SigningTrouble } from '#domain/consent/signingProblem.ts'
import { type Access, type AccessToken, makeAccess } from './access.ts'
import {
  call,
  isLimit,
  isRefusal,
  noMoreCalls,
  type Refusal,
  read,
  readJson,
  troubleFrom,
} from './answers.ts'
import type { DocuSignSettings } from './settings.ts'

/** The largest file accepted from DocuSign, in bytes. */
const FILE_MAX = 30_000_000

/** Calls to one account. Each throws `SigningTrouble`. */
export type Api = {
  access: Access
  json: (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>
  pdf: (path: string) => Promise<Buffer<ArrayBuffer>>
}

/** An error response with DocuSign's code, for callers that need it. */
export class Refused extends SigningTrouble {
  readonly code: string

  constructor(refusal: Refusal) {
    const { message, transient, retryAfterSeconds } = troubleFrom(refusal)
    super(message, { transient, retryAfterSeconds })
    this.code = refusal.code
  }
}

export function makeApi(settings: DocuSignSettings, now: () => Date): Api {
  const access = makeAccess(settings, now)

  const once = (token: AccessToken, method: string, path: string, body: unknown) =>
    call(
      token.base + path,
      {
        method,
        headers: {
          Authorization: `Bearer ${token.value}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      now,
    )

  /** After the account's rate limit is used up, no call is made before it resets. */
  let closedUntil = 0
  function refuseWhileClosed(): void {
    const seconds = Math.ceil((closedUntil - now().getTime()) / 1000)
    if (seconds > 0) throw noMoreCalls(seconds)
  }

  /** Retries once with a new token if the token was revoked. */
  async function ask(method: string, path: string, body?: unknown): Promise<Response> {
    refuseWhileClosed()
    const token = await access.token()
    let answer = await once(token, method, path, body)
    if (isRefusal(answer) && answer.status === 401) {
      access.forget(token)
      answer = await once(await access.token(), method, path, body)
    }
    if (!isRefusal(answer)) return answer
    if (isLimit(answer)) closedUntil = now().getTime() + (answer.retryAfterSeconds ?? 0) * 1000
    throw new Refused(answer)
  }

  return {
    access,
    json: async (method, path, body) => readJson(await ask(method, path, body)),
    pdf: async (path) => {
      const content = await read(await ask('GET', path), FILE_MAX)
      if (!content.subarray(0, 1024).includes('%PDF-'))
        throw new SigningTrouble('DocuSign answered a file that is no PDF', { transient: true })
      return content
    },
  }
}
