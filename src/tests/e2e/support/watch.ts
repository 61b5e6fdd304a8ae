import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** A status, or Chromium's error when there is no response. */
type Outcome = number | `net::${string}`

type Heard = { text: string; status?: Outcome; path?: string }

/** A response that a test provokes on purpose. */
type Refusal = { status: Outcome; path: RegExp }

/** Monitors a browser for errors that a user would not see. */
export type Watch = {
  over: (context: BrowserContext) => void
  /** Allows responses with this status at these paths, and requires at least one. */
  allow: (status: Outcome, path: RegExp) => void
  /** The same for errors in the server's log, by their text. */
  allowFault: (words: string) => void
  /** Unexpected errors, and expected ones that did not happen. */
  complaints: () => string[]
  /** The same for the server's log. */
  faults: (said: string) => string[]
}

/** Emptying the database between tests removes signed audit rows, which the server rightly reports. */
const EMPTIED = 'tree head not signed'

export function makeWatch(): Watch {
  const heard: Heard[] = []
  const allowed: Refusal[] = []
  const allowedFaults: string[] = []
  const isAllowed = ({ status, path }: Heard) =>
    allowed.some((one) => one.status === status && path !== undefined && one.path.test(path))

  return {
    over(context) {
      context.on('console', (message) => {
        if (!isReceipt(message)) heard.push(heardOf(message))
      })
      context.on('weberror', (error) => heard.push({ text: `uncaught: ${error.error().message}` }))
      context.on('response', (response) => {
        if (response.status() >= 400) {
          heard.push(heardAt(response.status(), response.request().method(), response.url()))
        }
      })
      context.on('requestfailed', (request) => {
        const status = (request.failure()?.errorText ?? 'net::ERR_UNKNOWN') as Outcome
        // Leaving a page or starting a download aborts its requests.
        if (status !== 'net::ERR_ABORTED') heard.push(heardAt(status, request.method(), request.url()))
      })
    },
    allow: (status, path) => void allowed.push({ status, path }),
    allowFault: (words) => void allowedFaults.push(words),
    complaints() {
      const unexpected = heard.filter((one) => !isAllowed(one)).map(({ text }) => text)
      const missing = allowed
        .filter((one) => !heard.some(({ status, path = '' }) => status === one.status && one.path.test(path)))
        .map(({ status, path }) => `expected ${status} at ${path}, and it never came`)
      return [...unexpected, ...missing]
    },
    faults(said) {
      const logged = faultsIn(said).filter((line) => !line.includes(EMPTIED))
      return [
        ...logged.filter((line) => !allowedFaults.some((words) => line.includes(words))),
        ...allowedFaults
          .filter((words) => !logged.some((line) => line.includes(words)))
          .map((words) => `expected a fault with "${words}", and it never came`),
      ]
    },
  }
}

/** Log lines at level error (50) or above. The number of repeats comes up to a minute later, in another story. */
const faultsIn = (said: string): string[] =>
  said.split('\n').filter((line) => /^\{"level":[56]0/.test(line) && !line.includes('"times":'))

/** Chromium confirms what a `Clear-Site-Data` header deleted. */
const isReceipt = (message: ConsoleMessage) => message.text().startsWith('Clear-Site-Data header on')

const heardAt = (status: Outcome, method: string, url: string): Heard => ({
  text: `${status} ${method} ${url}`,
  status,
  path: new URL(url).pathname,
})

/** Chromium also logs each failed response, which is the same error. */
function heardOf(message: ConsoleMessage): Heard {
  const { url } = message.location()
  const text = `console ${message.type()}: ${message.text()} (${url})`
  const [, status, error] =
    /^Failed to load resource: .*?(?:a status of (\d+)|(net::\w+))/.exec(message.text()) ?? []
  if (status) return { text, status: Number(status), path: new URL(url).pathname }
  return error ? { text, status: error as Outcome, path: new URL(url).pathname } : { text }
}
