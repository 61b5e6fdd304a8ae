import type { FieldMessages } from '#domain/errors.ts'
import { loadToastsOn } from '#ui/toastQueue.ts'

/** The server's response; `null` if it could not be reached. */
export type Answer = {
  ok: boolean
  status: number
  body: { message?: string; code?: string; how?: readonly string[]; fields?: FieldMessages }
} | null

type PlainForm = {
  method: 'POST' | 'PUT'
  path: string
  /** The button's label while waiting. */
  pendingText: string
  /** Validates before sending; returns messages by field, or nothing if valid. */
  check?: (values: Record<string, string>) => FieldMessages
  body: (values: Record<string, string>) => object
  onAnswer: (answer: Answer) => unknown
}

/**
 * Submits a form on a page without React by fetch, so that it keeps its input. Without JavaScript, the form
 * posts normally.
 */
export function enhanceForm(
  id: string,
  { method, path, pendingText, check, body, onAnswer }: PlainForm,
): void {
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) return
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const restText = button?.textContent ?? ''
  loadToastsOn(['input'], form)
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

/** Sends JSON and returns the response; `null` if the server could not be reached. */
export async function send(method: string, path: string, body: object): Promise<Answer> {
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

/** Shows each message below its field and focuses the first one. */
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
