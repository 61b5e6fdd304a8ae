import type { Drawing } from '#domain/consent/sheet.ts'
import { announceSessionEnd } from './sessionClock.ts'
import { openPad, type Pad } from './signaturePad.ts'

/** The texts in the language of the page, which the server puts beside it. */
type Texts = {
  notDrawn: string
  notSent: string
  strokes: { one: string; other: string }
  nothingDrawn: string
  previewEmpty: string
}
const texts = (): Texts =>
  JSON.parse(document.querySelector<HTMLElement>('#signing-texts')?.dataset.texts ?? '{}')

/**
 * Enhances the signing pages by script: drawing, a preview of the typed name, and buttons that show progress.
 */
export function startSigning(): void {
  // A page restored by Back may be outdated, or belong to another patient on a clinic device.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  // On a clinic device, the staff member's other tabs must not show anything to the patient. Hidden tabs get
  // no server events, so this makes each one check its session. A tab with a valid session keeps it.
  announceSessionEnd()
  addEventListener('popstate', () => location.reload())
  enhance()
}

function enhance(): void {
  for (const form of document.querySelectorAll('form')) form.addEventListener('submit', sendOnce)
  const form = document.querySelector<HTMLFormElement>('#signature')
  if (form) offerDrawing(form)
}

/** Sends a form once and stays on the page, so that a lost connection loses nothing. */
async function sendOnce(event: SubmitEvent): Promise<void> {
  const form = event.currentTarget as HTMLFormElement
  if (event.defaultPrevented) return
  // Without a button, the form signs out or downloads a file, which the browser does itself.
  const { submitter } = event
  const isStep = submitter instanceof HTMLButtonElement && submitter.name === 'act'
  if (isStep || form.ariaBusy) event.preventDefault()
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  const place = submitter?.querySelector('span')
  const rest = place?.textContent
  const say = (text: string | undefined) => {
    if (text && place) place.textContent = text
  }
  say(submitter?.dataset.pending)
  if (!isStep) return
  form.querySelector('[data-notice]')?.remove()
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>)
  const answer = await fetch(form.action, { method: 'POST', body })
    .then(async (response) => ({ url: response.url, html: await response.text() }))
    .catch(() => null)
  if (answer) return show(answer)
  form.ariaBusy = null
  say(rest ?? undefined)
  const notice = form.appendChild(document.createElement('p'))
  notice.setAttribute('data-notice', '')
  notice.setAttribute('role', 'alert')
  // What was typed and drawn stays.
  notice.textContent = texts().notSent
}

/** Shows the next step. Another page loads as usual. */
function show({ url, html }: { url: string; html: string }): void {
  const next = new DOMParser().parseFromString(html, 'text/html')
  const main = next.querySelector('main')
  if (!main || new URL(url).pathname !== location.pathname) {
    location.assign(url)
    return
  }
  const first = main.querySelector<HTMLElement>('[autofocus]')
  // The browser honors the attribute only when a page loads, and reports it otherwise.
  for (const field of main.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus')
  document.title = next.title
  // The header offers the other language, except where a change would lose what was typed.
  const head = next.querySelector('header')
  if (head) document.querySelector('header')?.replaceWith(head)
  document.querySelector('main')?.replaceWith(main)
  history.pushState(null, '', url)
  enhance()
  scrollTo(0, 0)
  first?.focus()
}

function drawnIn({ strokes }: Texts, count: number): string {
  return count === 1 ? strokes.one : strokes.other.replace('{count}', String(count))
}

function offerDrawing(form: HTMLFormElement): void {
  const words = texts()
  const part = <Found extends HTMLElement>(selector: string) => form.querySelector<Found>(selector) as Found
  const canvas = part<HTMLCanvasElement>('canvas')
  const written = part<HTMLInputElement>('[name=drawing]')
  const name = part<HTMLInputElement>('[name=signerName]')
  const status = part('[data-strokes]')
  const buttons = ['[data-undo]', '[data-clear]'].map((one) => part<HTMLButtonElement>(one))

  const show = () => {
    const count = pad.drawing().length
    written.value = JSON.stringify(pad.drawing())
    status.textContent = count === 0 ? words.nothingDrawn : drawnIn(words, count)
    for (const button of buttons) button.disabled = count === 0
    if (count > 0) part('[data-drawing-error]').textContent = ''
  }
  const pad: Pad = openPad(canvas, drawingIn(written.value), show)
  const choose = () => {
    const draws = isDrawing(form)
    part('[data-pad]').hidden = !draws
    part('[data-typed]').hidden = draws
  }
  const write = () => {
    const hand = part('[data-hand]')
    hand.textContent = name.value.trim() || words.previewEmpty
    hand.toggleAttribute('data-waiting', !name.value.trim())
  }
  part('[data-drawing]').hidden = false
  part('[data-undo]').addEventListener('click', pad.undo)
  part('[data-clear]').addEventListener('click', pad.clear)
  for (const way of form.querySelectorAll('[name=way]')) way.addEventListener('change', choose)
  name.addEventListener('input', write)
  form.addEventListener('submit', (event) => refuseBlank(event, form, pad), { capture: true })
  show()
  choose()
}

const isDrawing = (form: HTMLFormElement) => new FormData(form).get('way') === 'draw'

function refuseBlank(event: SubmitEvent, form: HTMLFormElement, pad: Pad): void {
  if (!isDrawing(form) || pad.drawing().length > 0) return
  event.preventDefault()
  const place = form.querySelector('[data-drawing-error]')
  if (place) place.textContent = texts().notDrawn
  form.querySelector<HTMLElement>('[name=way]:checked')?.focus()
}

/** The drawing from before the page was shown again with errors. */
function drawingIn(written: string): Drawing {
  try {
    const kept: unknown = JSON.parse(written)
    return Array.isArray(kept) ? (kept as Drawing) : []
  } catch {
    return []
  }
}
