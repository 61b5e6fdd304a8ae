import { amountOf } from '#domain/amount.ts'
import type { Drawing } from '#domain/consent/sheet.ts'
import { announceSessionEnd } from './sessionClock.ts'
import { openPad, type Pad } from './signaturePad.ts'

/** The message for an empty pad; the server uses the same for an invalid signature. */
const NOT_DRAWN = 'Draw your signature in the box, or type it instead'

/**
 * Enhances the signing pages by script: drawing, a preview of the typed name, and buttons that show progress.
 */
export function startSigning(): void {
  // A page restored by Back may be outdated, or belong to another patient on a clinic device.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  // On a clinic device, the staff member's other tabs must not show anything to the patient. Hidden tabs get
  // no server events, so this makes each one check its session. A tab with a valid session keeps it.
  announceSessionEnd()
  for (const form of document.querySelectorAll('form')) form.addEventListener('submit', sendOnce)
  const form = document.querySelector<HTMLFormElement>('#signature')
  if (form) offerDrawing(form)
}

/** Ignores a second submit. */
function sendOnce(event: SubmitEvent): void {
  const form = event.currentTarget as HTMLFormElement
  if (event.defaultPrevented) return
  if (form.ariaBusy) {
    event.preventDefault()
    return
  }
  form.ariaBusy = 'true'
  const { submitter } = event
  const text = submitter?.dataset.pending
  const place = submitter?.querySelector('span')
  if (text && place) place.textContent = text
}

function offerDrawing(form: HTMLFormElement): void {
  const part = <Found extends HTMLElement>(selector: string) => form.querySelector<Found>(selector) as Found
  const canvas = part<HTMLCanvasElement>('canvas')
  const written = part<HTMLInputElement>('[name=drawing]')
  const name = part<HTMLInputElement>('[name=signerName]')
  const status = part('[data-strokes]')
  const buttons = ['[data-undo]', '[data-clear]'].map((one) => part<HTMLButtonElement>(one))

  const show = () => {
    const count = pad.drawing().length
    written.value = JSON.stringify(pad.drawing())
    status.textContent = count === 0 ? 'Nothing drawn yet' : `Drawn: ${amountOf(count, 'stroke')}`
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
    hand.textContent = name.value.trim() || 'the name you type above'
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
  if (place) place.textContent = NOT_DRAWN
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
