import type { BrowserContext, ConsoleMessage, Response } from '@playwright/test'

/** An answer that a story provokes on purpose. */
type Refusal = { status: number; path: RegExp }

/** Listens to everything that goes wrong in a browser without anybody seeing it. */
export type Watch = {
  over: (context: BrowserContext) => void
  /** Lets answers of this status at these paths pass, and asks for at least one. */
  allow: (status: number, path: RegExp) => void
  /** What went wrong, and what was announced and did not happen. */
  complaints: () => string[]
}

export function makeWatch(): Watch {
  const heard: { text: string; status?: number; path?: string }[] = []
  const allowed: Refusal[] = []
  const isAllowed = (status: number | undefined, path: string | undefined) =>
    allowed.some((one) => one.status === status && path !== undefined && one.path.test(path))

  return {
    over(context) {
      context.on('console', (message) => heard.push(heardOf(message)))
      context.on('weberror', (error) => heard.push({ text: `uncaught: ${error.error().message}` }))
      context.on('response', (response) => {
        if (response.status() >= 400) heard.push(refusalOf(response))
      })
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText
        // Leaving a page, or saving what a link leads to, ends what it was still loading.
        if (reason !== 'net::ERR_ABORTED') heard.push({ text: `${reason} ${request.method()} ${request.url()}` })
      })
    },
    allow: (status, path) => void allowed.push({ status, path }),
    complaints() {
      const unexpected = heard.filter(({ status, path }) => !isAllowed(status, path)).map(({ text }) => text)
      const missing = allowed
        .filter((one) => !heard.some(({ status, path = '' }) => status === one.status && one.path.test(path)))
        .map(({ status, path }) => `expected ${status} at ${path}, and it never came`)
      return [...unexpected, ...missing]
    },
  }
}

const refusalOf = (response: Response) => ({
  text: `${response.status()} ${response.request().method()} ${response.url()}`,
  status: response.status(),
  path: new URL(response.url()).pathname,
})

/** Chromium also says of each refused answer that it was refused; that is the same complaint. */
function heardOf(message: ConsoleMessage): { text: string; status?: number; path?: string } {
  const { url } = message.location()
  const text = `console ${message.type()}: ${message.text()} (${url})`
  const status = /the server responded with a status of (\d+)/.exec(message.text())?.[1]
  return status ? { text, status: Number(status), path: new URL(url).pathname } : { text }
}
