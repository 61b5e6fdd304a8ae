import { buttonClass } from '#ui/buttonClass.ts'
import { icon as line } from '#ui/Icon.css.ts'
import { iconId } from '#ui/iconId.ts'
import { swipeRight } from '#ui/swipe.ts'
import {
  close,
  description as descriptionClass,
  icon,
  region,
  title as titleClass,
  toast,
} from '#ui/Toast.css.ts'

const element = (name: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

/** Uses the drawings in the page, like `Icon`. */
function alertIcon(): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `#${iconId('alert')}`)
  drawing.setAttribute('viewBox', '0 0 20 20')
  drawing.setAttribute('class', `${line.regular} ${icon.destructive}`)
  drawing.setAttribute('aria-hidden', 'true')
  drawing.append(use)
  return drawing
}

const STAYS_MS = 5000

let shown: { place: HTMLElement; end: () => void } | undefined
/** The focused element before F8. */
let before: Element | null = null

/**
 * Shows an error toast on a page without React, like `Toasts` does: one at a time, closing after five seconds
 * without hover or focus, or by a swipe to the right. F8 focuses it.
 */
export function plainFailure(title: string, description: string): void {
  shown?.end()
  const place = element('div', region)
  const sheet = element('div', toast.destructive)
  const words = element('div', '')
  const button = element('button', `${close} ${buttonClass({ variant: 'quiet', size: 'small' })}`, 'Close')
  place.tabIndex = -1
  place.setAttribute('role', 'region')
  place.setAttribute('aria-label', 'Notifications')
  sheet.setAttribute('role', 'alert')
  words.append(element('strong', titleClass, title), element('span', descriptionClass, description))
  sheet.append(alertIcon(), words, button)
  place.append(sheet)
  document.body.append(place)
  const end = () => {
    const hadFocus = place.contains(document.activeElement)
    place.remove()
    if (hadFocus && before instanceof HTMLElement) before.focus()
  }
  shown = { place, end }
  button.addEventListener('click', end)
  waitWhileLookedAt(place, end)
  letPull(sheet, end)
}

function waitWhileLookedAt(place: HTMLElement, end: () => void): void {
  let timer = 0
  const go = () => {
    clearTimeout(timer)
    if (!place.matches(':hover, :focus-within')) timer = window.setTimeout(end, STAYS_MS)
  }
  for (const event of ['pointerenter', 'focusin']) place.addEventListener(event, () => clearTimeout(timer))
  place.addEventListener('pointerleave', go)
  // The focus has moved only after this event.
  place.addEventListener('focusout', () => setTimeout(go))
  go()
}

function letPull(sheet: HTMLElement, end: () => void): void {
  const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } = swipeRight(end)
  sheet.addEventListener('pointerdown', onPointerDown)
  sheet.addEventListener('pointermove', onPointerMove)
  sheet.addEventListener('pointerup', onPointerUp)
  sheet.addEventListener('pointercancel', onPointerCancel)
}

window.addEventListener('keydown', ({ key }) => {
  if (key !== 'F8' || !shown || shown.place.contains(document.activeElement)) return
  before = document.activeElement
  shown.place.focus()
})
