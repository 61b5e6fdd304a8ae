import { AsyncLocalStorage } from 'node:async_hooks'

/** The facts about a request or a job that its lines in the log share. */
export type RequestScope = {
  requestId: string
  /** The signed-in user, once recognized. */
  userId?: string | undefined
  /** The fingerprint of the last error that was logged. */
  fault?: string | undefined
}

/** The request or job that the current code runs for. */
export const requestScope = new AsyncLocalStorage<RequestScope>()
