import type { ToastContent } from '#ui/Toast.tsx'
import { toastQueue } from '#ui/toastQueue.ts'

/** The key of a toast that the next page in this tab will show. */
const CARRIED = 'toast'

export const toast = {
  success: (title: string, description?: string) => toastQueue.add({ title, description, tone: 'success' }),
  failure: (title: string, description?: string) =>
    toastQueue.add({ title, description, tone: 'destructive' }),
  carry: (content: ToastContent) => sessionStorage.setItem(CARRIED, JSON.stringify(content)),
  /** Shows the previous page's toast once. */
  showCarried: () => {
    const carried = sessionStorage.getItem(CARRIED)
    if (!carried) return
    sessionStorage.removeItem(CARRIED)
    toastQueue.add(JSON.parse(carried) as ToastContent)
  },
}
