import { paths } from '#domain/access/screens.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { releasePage } from '#ui/unsaved.ts'

/** Hides or shows the whole page, also for screen readers. */
export const hidePage = (isHidden: boolean): void => {
  document.body.style.visibility = isHidden ? 'hidden' : ''
}

/**
 * Removes the page: reloads to the sign-in page if the server is reachable, and otherwise shows a message.
 */
export function leavePage({ isReachable }: { isReachable: boolean }): void {
  releasePage()
  // The page stays hidden until the next one loads, because its components would fail without their session.
  if (isReachable) {
    location.replace(location.href)
    return
  }
  hidePage(false)
  const words = document.createElement('p')
  const link = document.createElement('a')
  words.textContent = 'Your session has ended, so this page was closed.'
  link.textContent = 'Sign In'
  link.href = paths.home
  link.className = buttonClass({ variant: 'primary' })
  document.body.className = ''
  document.body.replaceChildren(words, link)
}
