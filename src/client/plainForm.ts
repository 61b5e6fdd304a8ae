import type { FieldMessages } from '#domain/errors.ts'

/** What the server said; `null` when it could not be reached. */
export type Answer = {
  ok: boolean
  status: number
  body: { message?: string; fields?: FieldMessages }
} | null

type PlainForm = {
  method: 'POST' | 'PUT'
  path: string
  /** What the button reads while the answer is on its way. */
  pendingText: string
  /** Messages by field for what need not be sent; nothing when all is well. */
  check?: (values: Record<string, string>) => FieldMessages
  body: (values: Record<string, string>) => object
  onAnswer: (answer: Answer) => void
}

/** Sends a form of a page without React by fetch, so that it keeps what was typed; without script it posts as it is. */
export function enhanceForm(
  id: string,
  { method, path, pendingText, check, body, onAnswer }: PlainForm,
): void {
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) return
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const restText = button?.textContent ?? ''
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>
    const refused = check?.(values) ?? {}
    showErrors(form, refused)
    if (Object.keys(refused).length > 0 || !button || button.disabled) return
    const hadFocus = document.activeElement === button
    button.disabled = true
    button.textContent = pendingText
    const answer = await send(method, path, body(values))
    if (!answer?.ok) {
      button.disabled = false
      button.textContent = restText
      if (hadFocus) button.focus()
      showErrors(form, answer?.body.fields ?? {})
    }
    onAnswer(answer)
  })
}

async function send(method: string, path: string, body: object): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return {
      ok: response.ok,
      status: response.status,
      body: (await response.json().catch(() => ({}))) as object,
    }
  } catch {
    return null
  }
}

/** Puts each message under its field and the focus into the first of them. */
function showErrors(form: HTMLFormElement, messages: FieldMessages): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-error-for]')) {
    const name = place.dataset.errorFor ?? ''
    place.textContent = messages[name] ?? ''
    form.elements.namedItem(name) instanceof HTMLInputElement &&
      (form.elements.namedItem(name) as HTMLInputElement).setAttribute(
        'aria-invalid',
        String(name in messages),
      )
  }
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
