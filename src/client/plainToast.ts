import { buttonClass } from '#ui/buttonClass.ts'
import { close, description as descriptionClass, region, title as titleClass, toast } from '#ui/Toast.css.ts'

const element = (name: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

let shown: HTMLElement | undefined

/** A destructive toast on a page without React; one at a time, gone after five seconds of not being pointed at. */
export function plainFailure(title: string, description: string): void {
  shown?.remove()
  const place = element('div', region)
  const sheet = element('div', toast.destructive)
  const words = element('div', '')
  const button = element('button', `${close} ${buttonClass({ variant: 'quiet', size: 'small' })}`, 'Close')
  sheet.setAttribute('role', 'alert')
  words.append(element('strong', titleClass, title), element('span', descriptionClass, description))
  sheet.append(element('span', ''), words, button)
  place.append(sheet)
  document.body.append(place)
  shown = place
  button.addEventListener('click', () => place.remove())
  let timer = setTimeout(() => place.remove(), 5000)
  place.addEventListener('pointerenter', () => clearTimeout(timer))
  place.addEventListener('pointerleave', () => {
    timer = setTimeout(() => place.remove(), 5000)
  })
}
