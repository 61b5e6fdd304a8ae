import { type ToastContent, toastQueue } from '#ui/toastQueue.ts'

/** A toast that outlives the page it was made on: shown by the next one, in this tab only. */
const CARRIED = 'toast'

export const toast = {
  success: (title: string, description?: string) => toastQueue.add({ title, description, tone: 'success' }),
  failure: (title: string, description?: string) =>
    toastQueue.add({ title, description, tone: 'destructive' }),
  carry: (content: ToastContent) => sessionStorage.setItem(CARRIED, JSON.stringify(content)),
  /** Shows what the page before left, once. */
  showCarried: () => {
    const carried = sessionStorage.getItem(CARRIED)
    if (!carried) return
    sessionStorage.removeItem(CARRIED)
    toastQueue.add(JSON.parse(carried) as ToastContent)
  },
}
