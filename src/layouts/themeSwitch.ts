// The choice is a cookie, so that the server can write it into the first HTML and nothing flashes.
function chosenTheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function switchTheme() {
  const theme = chosenTheme() === 'dark' ? 'light' : 'dark'
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.documentElement.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http and in older browsers
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

for (const button of document.querySelectorAll('[data-theme-switch]'))
  button.addEventListener('click', switchTheme)
