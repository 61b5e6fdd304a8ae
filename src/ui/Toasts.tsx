import { type ReactNode, useSyncExternalStore } from 'react'
import { lazy } from './lazy.tsx'
import { toastQueue } from './toastQueue.ts'

const ToastRegion = lazy(() =>
  import('./Toast.tsx').then(
    (module) => module.ToastRegion,
    // If the code cannot be loaded, there is no toast and the page keeps working.
    () => (): ReactNode => null,
  ),
)

/** The place for toasts, once per page. Renders nothing until the first one. */
export function Toasts() {
  const hasToast = useSyncExternalStore(
    toastQueue.subscribe,
    () => toastQueue.latest() !== null,
    () => false,
  )
  return hasToast ? <ToastRegion /> : null
}
