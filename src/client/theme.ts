/** The user's choice; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** The event for a change of theme on this page. */
const CHANGED = 'caseload-theme'
const YEAR = 31_536_000

/** The chosen theme. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme. The choice is stored in a cookie, so that the server can render it without a flash. */
export function chooseTheme(theme: Theme): void {
  const isChosen = theme !== 'system'
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  if (isChosen) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  const meta = document.querySelector('meta[name="color-scheme"]')
  meta?.setAttribute('content', isChosen ? theme : 'light dark')
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http and in older browsers
  document.cookie = `theme=${isChosen ? theme : ''}; Path=/; Max-Age=${isChosen ? YEAR : 0}; SameSite=Lax${secure}`
  document.dispatchEvent(new Event(CHANGED))
}

/** Calls back on every change until the returned function is called. */
export function onThemeChange(tell: () => void): () => void {
  document.addEventListener(CHANGED, tell)
  return () => document.removeEventListener(CHANGED, tell)
}
