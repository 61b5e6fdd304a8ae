import { whenSessionEnds } from '#client/session.ts'

// Like the list, the names go when the session ends.
whenSessionEnds(() => document.querySelector('[data-new-for-you]')?.remove())
