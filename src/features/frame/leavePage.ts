import { paths } from '#domain/access/screens.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { releasePage } from '#ui/unsaved.ts'

/** Takes the whole page out of sight, for eyes and for screen readers, or gives it back. */
export const hidePage = (isHidden: boolean): void => {
  document.body.style.visibility = isHidden ? 'hidden' : ''
}

/** Leaves nothing of the page: it asks to sign in where the server can be reached, and says what happened where not. */
export function leavePage({ isReachable }: { isReachable: boolean }): void {
  releasePage()
  // Out of sight until the other page is there; what is still open would stumble over its missing parts.
  if (isReachable) {
    location.replace(location.href)
    return
  }
  hidePage(false)
  const words = document.createElement('p')
  const link = document.createElement('a')
  words.textContent = 'You were signed out because nothing was done here for a while.'
  link.textContent = 'Sign In'
  link.href = paths.home
  link.className = buttonClass({ variant: 'primary' })
  document.body.className = ''
  document.body.replaceChildren(words, link)
}
