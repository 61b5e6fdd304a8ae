import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { toastQueue } from './toastQueue.ts'

const ToastRegion = lazy(() =>
  import('./Toast.tsx').then(
    (module) => ({ default: module.ToastRegion }),
    // Without a connection there is no toast, and the rest of the page stays.
    () => ({ default: (): ReactNode => null }),
  ),
)

/** The place for toasts; nothing at all until there is one. Once per page. */
export function Toasts() {
  const hasToast = useSyncExternalStore(
    toastQueue.subscribe,
    () => toastQueue.latest() !== null,
    () => false,
  )
  if (!hasToast) return null
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  )
}
