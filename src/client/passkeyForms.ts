import { hasPasskeys, makePasskey, showPasskey } from './passkey.ts'

/**
 * Lets the forms of a page carry the browser's answer for a passkey, so that the page itself works like any other form. A form says
 * with `data-passkey` whether to make one or to show one, and has the server's options in `data-options`.
 */
export function carryPasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    const answer = form.querySelector<HTMLInputElement>('[name=response]')
    const button = form.querySelector<HTMLButtonElement>('[data-passkey-button]')
    const problem = form.querySelector<HTMLElement>('[data-passkey-problem]')
    const { passkey, options = '' } = form.dataset
    const use = async () => {
      if (problem) problem.hidden = true
      try {
        if (answer) answer.value = await (passkey === 'make' ? makePasskey : showPasskey)(options)
        form.submit()
      } catch {
        if (problem) problem.hidden = false
      }
    }
    if (button) {
      button.hidden = !hasPasskeys()
      button.addEventListener('click', use)
    } else
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        if (form.reportValidity()) void use()
      })
  }
}
