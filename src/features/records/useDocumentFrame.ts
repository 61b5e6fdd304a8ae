import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react'
import type { FromFrame, ToFrame, Tool, ViewerProblem } from '#viewer/protocol.ts'
import { colorsOf, sendOwnFile } from './frameMessages.ts'

/** The state that the frame has reported. */
export type DocumentView = {
  state: 'opening' | 'shown' | 'failed'
  trouble: ViewerProblem | null
  pages: number
  page: number
  percent: number
  tools: readonly Tool[]
  found: { at: number; of: number } | null
  printing: { page: number; of: number } | null
  /** The target of a link that was clicked in the document. */
  link: string | null
}

const opening: DocumentView = {
  state: 'opening',
  trouble: null,
  pages: 0,
  page: 1,
  percent: 100,
  tools: [],
  found: null,
  printing: null,
  link: null,
}

function hear(view: DocumentView, message: FromFrame): DocumentView {
  switch (message.type) {
    case 'shown':
      return { ...view, state: 'shown', pages: message.pages, tools: message.tools }
    case 'view':
      return { ...view, page: message.page, percent: message.percent }
    case 'found':
      return { ...view, found: { at: message.at, of: message.of } }
    case 'failed':
      return { ...view, state: 'failed', trouble: message.trouble }
    case 'link':
      return { ...view, link: message.address }
    case 'printing':
      return { ...view, printing: message.page > 0 ? { page: message.page, of: message.of } : null }
    default:
      return view
  }
}

type FrameInput = {
  /** The content once it is loaded. It is transferred to the frame and not kept here. */
  bytes: ArrayBuffer | null
  mimeType: string
  name: string
  /** The text alternative of an image; the name of another document. */
  alt: string
  onKey: (key: 'close' | 'find' | 'print') => void
}

/** Communicates with the document frame: sends it the content and commands, and receives its state. */
export function useDocumentFrame({ bytes, mimeType, name, alt, onKey }: FrameInput) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [view, dispatch] = useReducer(hear, opening)
  const isReady = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  const keys = useRef(onKey)
  keys.current = onKey

  const tell = useCallback((message: ToFrame, transfer: Transferable[] = []) => {
    // The sandboxed frame has an opaque origin, so none can be named. The frame-src policy allows only our
    // own page in it.
    frame.current?.contentWindow?.postMessage(message, '*', transfer)
  }, [])

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<FromFrame>) => {
      if (!source || source !== frame.current?.contentWindow) return
      if (data.type === 'ready') {
        isReady.current = true
        waiting.current?.()
      } else if (data.type === 'key') keys.current(data.key)
      else if (data.type === 'wants') void sendOwnFile(data.path, tell)
      else dispatch(data)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [tell])

  useEffect(() => {
    if (!bytes) return
    const open = () => {
      waiting.current = null
      const colors = colorsOf(frame.current ?? document.body)
      tell({ type: 'open', bytes, mimeType, name, alt, colors }, [bytes])
    }
    if (isReady.current) open()
    else waiting.current = open
  }, [bytes, mimeType, name, alt, tell])

  useColors(frame, tell)
  return { frame: frame as RefObject<HTMLIFrameElement>, view, tell }
}

function useColors(frame: RefObject<HTMLElement | null>, tell: (message: ToFrame) => void): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const change = () => frame.current && tell({ type: 'colors', colors: colorsOf(frame.current) })
    dark.addEventListener('change', change)
    return () => dark.removeEventListener('change', change)
  }, [frame, tell])
}
