import { frames } from 'virtual:viewer-frames'
import type { FromFrame, ToFrame, Tool } from '#viewer/protocol.ts'
import { colorsOf, sendOwnFile } from './frameMessages.ts'
import { troubles } from './recordKinds.ts'

const FAILED = 'The record could not be opened. Check your connection and try again.'

/** The view of one document. Closing it stops the download. */
type OpenView = { tell: (message: ToFrame, transfer?: Transferable[]) => void; close: () => void }

/**
 * Lets the recipient look at forwarded records in the page, in the same sandboxed frames as in Caseload. The buttons
 * are hidden until this runs, because downloads work without script and viewing does not.
 */
export function offerViewer(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-viewer]')
  if (!dialog) return
  let current: OpenView | undefined
  const part = <Found extends HTMLElement>(name: string) =>
    dialog.querySelector<Found>(`[data-${name}]`) as Found
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-view]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      dialog.showModal()
      current = openView(button, part)
    })
  }
  dialog.addEventListener('close', () => current?.close())
  part('close').addEventListener('click', () => dialog.close())
  const tell = (name: string, message: ToFrame) =>
    part(name).addEventListener('click', () => current?.tell(message))
  tell('smaller', { type: 'zoom', by: 'out' })
  tell('larger', { type: 'zoom', by: 'in' })
  tell('rotate', { type: 'rotate' })
}

type Part = <Found extends HTMLElement>(name: string) => Found

function openView({ dataset }: HTMLButtonElement, part: Part): OpenView {
  const { view: address = '', kind = '', type: mimeType = '', name = '', alt = name } = dataset
  const frame = frameOf(kind as keyof typeof frames, name)
  const leaving = new AbortController()
  const tell: OpenView['tell'] = (message, transfer = []) =>
    // The sandboxed frame has an opaque origin, so none can be named.
    frame.contentWindow?.postMessage(message, '*', transfer)
  const shown = { status: part('status'), problem: part('problem'), title: part('title') }
  const fail = (message: string) => {
    if (leaving.signal.aborted) return
    shown.status.textContent = ''
    shown.problem.textContent = message
    part('failed').hidden = false
    part('place').hidden = true
  }
  shown.title.textContent = name
  shown.status.textContent = 'Opening the document'
  part('failed').hidden = true
  part('place').hidden = false
  showTools(part, [])

  const bytes = bytesOf(address, leaving.signal)
  // A refusal may arrive before the frame is ready.
  bytes.catch((error: Error) => fail(error.message))
  let [pages, page] = [1, 1]
  const hear = ({ source, data }: MessageEvent<FromFrame>) => {
    if (source !== frame.contentWindow) return
    if (data.type === 'ready')
      bytes.then(
        (content) =>
          tell({ type: 'open', bytes: content, mimeType, name, alt, colors: colorsOf(frame) }, [content]),
        () => undefined,
      )
    else if (data.type === 'wants') void sendOwnFile(data.path, tell)
    else if (data.type === 'failed') fail(troubles[data.trouble])
    else if (data.type === 'key' && data.key === 'close') part('close').click()
    else if (data.type === 'link')
      shown.status.textContent = `Links in documents cannot be opened here. This link goes to ${data.address}`
    else if (data.type === 'shown' || data.type === 'view') {
      if (data.type === 'shown') {
        pages = data.pages
        frame.dataset.shown = 'true'
        showTools(part, data.tools)
      } else page = data.page
      shown.status.textContent = pages > 1 ? `Page ${page} of ${pages}` : 'Document shown'
    }
  }
  const { signal } = leaving
  window.addEventListener('message', hear, { signal })
  const recolor = () => tell({ type: 'colors', colors: colorsOf(frame) })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolor, { signal })
  part('place').replaceChildren(frame)
  return {
    tell,
    close: () => {
      leaving.abort()
      frame.remove()
    },
  }
}

function frameOf(kind: keyof typeof frames, name: string): HTMLIFrameElement {
  const template = document.querySelector<HTMLTemplateElement>('[data-frame]')
  const frame = template?.content.firstElementChild?.cloneNode() as HTMLIFrameElement
  frame.title = `Document: ${name}`
  frame.src = frames[kind]
  return frame
}

function showTools(part: Part, tools: readonly Tool[]): void {
  for (const name of ['smaller', 'larger']) part(name).hidden = !tools.includes('zoom')
  part('rotate').hidden = !tools.includes('rotate')
}

/** Loads a document once, because each request is audited. */
async function bytesOf(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(address, { signal }).catch(() => null)
  if (answer?.ok) return answer.arrayBuffer()
  const refusal = (await answer?.json().catch(() => null)) as { message?: string } | null | undefined
  throw new Error(refusal?.message ?? FAILED)
}
