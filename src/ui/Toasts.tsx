import { type ReactNode, useSyncExternalStore } from 'react'
import { lazy } from './lazy.tsx'
import { toastQueue } from './toastQueue.ts'

const ToastRegion = lazy(() =>
  import('./Toast.tsx').then(
    (module) => module.ToastRegion,
    // Without a connection there is no toast, and the rest of the page stays.
    () => (): ReactNode => null,
  ),
)

/** The place for toasts; nothing at all until there is one. Once per page. */
export function Toasts() {
  const hasToast = useSyncExternalStore(
    toastQueue.subscribe,
    () => toastQueue.latest() !== null,
    () => false,
  )
  return hasToast ? <ToastRegion /> : null
}
