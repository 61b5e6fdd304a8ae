import { toastQueue } from './toastQueue.ts'

/**
 * Whether the server can be reached. Asks it, for a file that it has for certain, only if the browser reports that it is
 * offline, because some browsers report that wrongly.
 */
export async function isConnected(): Promise<boolean> {
  if (navigator.onLine) return true
  return fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

/** Says that an action did not happen, until the toast is closed. Try Again runs `retry`. */
export const notConnected = (retry: () => void): void =>
  toastQueue.add(
    {
      title: 'Error',
      description: 'No connection. Nothing was sent.',
      tone: 'destructive',
      action: { label: 'Try Again', onPress: retry },
    },
    { timeout: 0 },
  )

let returning: Promise<void> | undefined

/** Resolves when the network returns or the user presses Try Again. All who wait share one toast. */
function connectionReturns(): Promise<void> {
  returning ??= new Promise<void>((resolve) => {
    function stopWaiting() {
      window.removeEventListener('online', stopWaiting)
      returning = undefined
      resolve()
    }
    window.addEventListener('online', stopWaiting)
    notConnected(stopWaiting)
  })
  return returning
}

/** Resolves at once if the server can be reached, and otherwise says so and waits until it can. */
export async function untilConnected(): Promise<void> {
  while (!(await isConnected())) await connectionReturns()
}

/**
 * Loads code when the server can be reached. Never tries without a network: a browser remembers code that could not be
 * loaded and fails again until the page is reloaded.
 */
export async function loadWhenConnected<Code>(load: () => Promise<Code>): Promise<Code> {
  await untilConnected()
  return load()
}
