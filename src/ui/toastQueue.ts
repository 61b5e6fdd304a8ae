/** What a toast says. */
export type ToastContent = {
  title: string
  description?: string | undefined
  /** What more there is to say to it: what is safe, what to do, a reference. */
  detail?: string | undefined
  tone: 'success' | 'destructive'
  /** One thing to do about it, such as Undo; the toast closes when it is pressed. */
  action?: { label: string; onPress: () => void } | undefined
}

/** A toast that is waiting or shown; `timeout` is in milliseconds, 0 stays until closed. */
export type QueuedToast = { content: ToastContent; timeout: number }

const defaultTimeout = 5000
const listeners = new Set<() => void>()
let latest: QueuedToast | null = null

/**
 * The one toast a tab shows: a new one takes the place of the one before it. Browser only, and light: what
 * draws it is loaded with the first toast.
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
