import { chooseTheme, currentTheme } from '#client/theme.ts'

/** The visible theme, chosen or from the system. */
function shownTheme(): 'light' | 'dark' {
  const theme = currentTheme()
  if (theme !== 'system') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

for (const button of document.querySelectorAll('[data-theme-switch]'))
  button.addEventListener('click', () => chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark'))
