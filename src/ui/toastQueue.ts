/** The content of a toast. */
export type ToastContent = {
  title: string
  description?: string | undefined
  /** More details: whether data is safe, the next step, a reference. */
  detail?: string | undefined
  tone: 'success' | 'destructive'
  /** One action such as Undo; the toast closes when it is pressed. */
  action?: { label: string; onPress: () => void } | undefined
}

/** A waiting or visible toast; `timeout` is in milliseconds, 0 means until closed. */
export type QueuedToast = { content: ToastContent; timeout: number }

const defaultTimeout = 5000
const listeners = new Set<() => void>()
let latest: QueuedToast | null = null

/**
 * The one toast of a tab; a new one replaces the previous one. For the browser only. The code that draws it
 * loads with the first toast.
 */
export const toastQueue = {
  add(content: ToastContent, { timeout = defaultTimeout }: { timeout?: number } = {}): void {
    latest = { content, timeout }
    for (const tell of listeners) tell()
  },
  latest: (): QueuedToast | null => latest,
  subscribe(tell: () => void): () => void {
    listeners.add(tell)
    return () => void listeners.delete(tell)
  },
}
