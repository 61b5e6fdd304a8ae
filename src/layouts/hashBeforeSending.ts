const form = document.getElementById('check')

/** The file stays where it is: its hash is made here, and alone is sent. Where that cannot be done, the file is posted. */
async function sendHash(form: HTMLFormElement, picker: HTMLInputElement, file: File): Promise<void> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const hidden = form.elements.namedItem('sha256') as HTMLInputElement
  hidden.value = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  picker.disabled = true
  form.enctype = 'application/x-www-form-urlencoded'
  form.submit()
}

// Plain http knows no crypto.subtle.
if (form instanceof HTMLFormElement && globalThis.crypto?.subtle)
  form.addEventListener('submit', (event) => {
    const picker = form.elements.namedItem('file')
    const file = picker instanceof HTMLInputElement ? picker.files?.[0] : undefined
    if (!file) return
    event.preventDefault()
    sendHash(form, picker as HTMLInputElement, file).catch(() => form.submit())
  })

// Back leads to the page as it was left, with the picker still off.
addEventListener('pageshow', () => {
  for (const picker of document.querySelectorAll<HTMLInputElement>('#check input')) picker.disabled = false
})
