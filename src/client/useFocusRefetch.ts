import { useEffect } from 'react'

/** Reads again when the window is returned to (SPEC section 9); nothing polls. */
export function useFocusRefetch(refetch: () => void): void {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') refetch()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [refetch])
}
