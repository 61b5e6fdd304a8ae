/** What somebody chose to see; `system` leaves it to the device. */
export type Theme = 'system' | 'light' | 'dark'

/** Said when the theme was changed on this page, wherever it was. */
const CHANGED = 'caseload-theme'
const YEAR = 31_536_000

/** The theme in force by choice. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Shows a theme from now on. The choice is a cookie, so that the server can write it into the first HTML and nothing flashes. */
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

/** Tells of every change on this page until the answer is called. */
export function onThemeChange(tell: () => void): () => void {
  document.addEventListener(CHANGED, tell)
  return () => document.removeEventListener(CHANGED, tell)
}
