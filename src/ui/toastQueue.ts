import type { ToastContent } from './Toast.tsx'

const defaultTimeout = 5000

/** Loads the code that shows toasts. If it cannot be loaded, there is no toast and the page keeps working. */
export const loadToasts = () => import('./Toast.tsx').catch(() => null)

/**
 * Loads it when the user first types, because a toast is needed most when the connection is lost. Returns the
 * function that stops waiting.
 */
export function loadToastsOnInput(form: HTMLElement): () => void {
  form.addEventListener('input', loadToasts, { once: true })
  return () => form.removeEventListener('input', loadToasts)
}

/** The one toast of a tab; a new one replaces the previous one. For the browser only. */
export const toastQueue = {
  /** `timeout` is in milliseconds, 0 means until closed. */
  add(content: ToastContent, { timeout = defaultTimeout }: { timeout?: number } = {}): void {
    void loadToasts().then((loaded) => loaded?.showToast(content, timeout))
  },
}
