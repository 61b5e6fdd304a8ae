import type { ToastContent } from './Toast.tsx'

const defaultTimeout = 5000

/** Loads the code that shows toasts; `null` if it cannot be loaded. */
const loadToasts = () => import('./Toast.tsx').catch(() => null)

/**
 * Loads it at the user's first sign of activity in `target`, because a toast is needed most when the connection is lost. From then on
 * no press can lose the focus. Returns the function that stops waiting.
 */
export function loadToastsOn(events: readonly string[], target: EventTarget): () => void {
  const listening = new AbortController()
  const options = { capture: true, passive: true, signal: listening.signal }
  function load() {
    listening.abort()
    const focused = document.activeElement
    void loadToasts().then((loaded) => loaded?.keepFocus(focused))
  }
  for (const name of events) target.addEventListener(name, load, options)
  return () => listening.abort()
}

/** The message for the browser's own alert, if that code could not be loaded. */
const plainText = ({ title, description, detail }: ToastContent) =>
  [description ?? title, detail].filter(Boolean).join(' ')

/** The one toast of a tab; a new one replaces the previous one. For the browser only. */
export const toastQueue = {
  /** `timeout` is in milliseconds, 0 means until closed. */
  add(content: ToastContent, { timeout = defaultTimeout }: { timeout?: number } = {}): void {
    void loadToasts().then((loaded) =>
      loaded ? loaded.showToast(content, timeout) : alert(plainText(content)),
    )
  },
}
