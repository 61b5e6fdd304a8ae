import { paths } from '#domain/access/screens.ts'
import { toastQueue } from '#ui/toastQueue.ts'
import { releasePage } from '#ui/unsaved.ts'

/**
 * Sends the page's sign-out forms, so that without an answer the user reads what to do, and not the browser's error page.
 * Without script the forms work by themselves. Returns the function that stops it.
 */
export function watchSignOut(): () => void {
  function onSubmit(event: SubmitEvent): void {
    const { action } = event.target as HTMLFormElement
    if (event.defaultPrevented || new URL(action).pathname !== paths.signOut) return
    event.preventDefault()
    void signOut()
  }
  document.addEventListener('submit', onSubmit)
  return () => document.removeEventListener('submit', onSubmit)
}

async function signOut(): Promise<void> {
  const answer = await fetch(paths.signOut, { method: 'POST' }).catch(() => null)
  if (answer?.redirected) {
    releasePage()
    // After a session of a provider, it offers to sign out there, too.
    location.assign(answer.url)
    return
  }
  toastQueue.add(
    {
      title: 'Error',
      description: 'Failed to sign out',
      detail: 'No answer came. You may still be signed in.',
      tone: 'destructive',
      action: { label: 'Try Again', onPress: () => void signOut() },
    },
    { timeout: 0 },
  )
}
