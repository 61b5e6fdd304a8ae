import css from './frame.css?inline'
import type { Colors, FromFrame, ToFrame, Tool, ViewerProblem } from './protocol.ts'

/** A displayed document and its commands. */
export type Shown = {
  pages: number
  tools: readonly Tool[]
  zoom: (by: 'in' | 'out' | 'width') => void
  rotate?: () => void
  goTo?: (page: number) => void
  find?: (text: string, step: 'first' | 'next' | 'previous') => void
  /** Renders every page for printing. Returns a function that removes the pages again. */
  layOut: (onPage: (page: number) => void) => Promise<() => void>
}

/** A document to display. */
export type RenderInput = { bytes: ArrayBuffer; mimeType: string; name: string; alt: string }

/** Thrown if a document cannot be displayed, with the reason. */
export class ReportedError extends Error {
  readonly trouble: ViewerProblem
  constructor(trouble: ViewerProblem) {
    super(trouble)
    this.trouble = trouble
  }
}

export const say = (message: FromFrame): void => window.parent.postMessage(message, '*')

/** Adds styles by script, so that the content security policy can forbid inline styles. */
export function addStyles(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return sheet
}

function wear(colors: Colors): void {
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(colors)) style.setProperty(`--${name}`, value)
  style.colorScheme = colors.scheme
}

/** Waits for a document, displays it with `show`, and runs the commands of the surrounding page. */
export function run(show: (input: RenderInput) => Promise<Shown>): void {
  addStyles(css)
  let shown: Shown | undefined

  async function open({ bytes, mimeType, name, alt }: RenderInput): Promise<void> {
    try {
      shown = await show({ bytes, mimeType, name, alt })
      say({ type: 'shown', pages: shown.pages, tools: shown.tools })
    } catch (error) {
      say({ type: 'failed', trouble: error instanceof ReportedError ? error.trouble : 'damaged' })
    }
  }

  window.addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
    if (source !== window.parent) return
    if (data.type === 'open') {
      wear(data.colors)
      void open(data)
    } else if (data.type === 'colors') wear(data.colors)
    else if (shown) act(shown, data)
  })
  listenToKeys(() => shown)
  say({ type: 'ready' })
}

function act(shown: Shown, message: ToFrame): void {
  if (message.type === 'zoom') shown.zoom(message.by)
  else if (message.type === 'rotate') shown.rotate?.()
  else if (message.type === 'page') shown.goTo?.(message.page)
  else if (message.type === 'find') shown.find?.(message.text, message.step)
  else if (message.type === 'print') void print(shown)
}

async function print(shown: Shown): Promise<void> {
  const clear = await shown.layOut((page) => say({ type: 'printing', page, of: shown.pages }))
  say({ type: 'printing', page: 0, of: shown.pages })
  window.addEventListener('afterprint', clear, { once: true })
  window.print()
}

const zooms: Record<string, 'in' | 'out' | 'width'> = { '+': 'in', '=': 'in', '-': 'out', '0': 'width' }

function listenToKeys(shown: () => Shown | undefined): void {
  window.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isCommand = (ctrlKey || metaKey) && !altKey
    const zoom = zooms[key]
    if (key === 'Escape') say({ type: 'key', key: 'close' })
    else if (isCommand && key === 'f' && shown()?.find) say({ type: 'key', key: 'find' })
    else if (isCommand && key === 'p') say({ type: 'key', key: 'print' })
    else if (!isCommand && !altKey && zoom) shown()?.zoom(zoom)
    else if (!isCommand && !altKey && key === 'r') shown()?.rotate?.()
    else return
    event.preventDefault()
  })
}
