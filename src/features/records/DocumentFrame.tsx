import { frames } from 'virtual:viewer-frames'
import { useEffect, useRef } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { visuallyHidden } from '#ui/type.css.ts'
import { frame as frameClass, place, statusText, waiting } from './RecordViewer.css.ts'
import { troubles } from './recordKinds.ts'
import { type DocumentView, useDocumentFrame } from './useDocumentFrame.ts'
import { useRecordBytes } from './useRecordBytes.ts'
import { ViewerTools } from './ViewerTools.tsx'

type Props = {
  kind: keyof typeof frames
  /** The URL of the file. Each request is audited. */
  address: string
  name: string
  /** The text alternative of an image; the name of another document. */
  alt?: string
  mimeType: string
  /** Set while the document can be printed. */
  printer: { current: (() => void) | null }
  onClose: () => void
}

/** A document in a sandboxed frame without cookies or network, with a toolbar above. */
export function DocumentFrame({ kind, address, name, alt = name, mimeType, printer, onClose }: Props) {
  const bytes = useRecordBytes(address)
  const findField = useRef<HTMLInputElement>(null)
  const onKey = (key: 'close' | 'find' | 'print') => {
    if (key === 'close') onClose()
    else if (key === 'find') findField.current?.focus()
    else printer.current?.()
  }
  const loaded = bytes.state === 'loaded' ? bytes.bytes : null
  const { frame, view, tell } = useDocumentFrame({ bytes: loaded, mimeType, name, alt, onKey })
  const isShown = view.state === 'shown'
  useEffect(() => {
    printer.current = isShown ? () => tell({ type: 'print' }) : null
    return () => {
      printer.current = null
    }
  }, [printer, isShown, tell])
  useShortcuts(isShown, onKey, view.tools.includes('find'))

  const problem = bytes.state === 'refused' ? bytes.message : view.trouble ? troubles[view.trouble] : null
  if (problem)
    return (
      <div className={waiting}>
        <Banner tone="critical" isAlert>
          {problem}
        </Banner>
      </div>
    )
  return (
    <>
      <ViewerTools view={view} tell={tell} findField={findField} />
      <Status view={view} />
      <div className={place}>
        {!isShown && (
          <div className={waiting}>
            <Skeleton rows={6} />
          </div>
        )}
        <iframe
          ref={frame}
          className={frameClass}
          title={`Document: ${name}`}
          src={frames[kind]}
          sandbox="allow-scripts allow-modals"
          referrerPolicy="no-referrer"
          data-shown={isShown || undefined}
        />
      </div>
    </>
  )
}

/** The frame's state as text. */
function Status({ view: { state, page, pages, printing, link } }: { view: DocumentView }) {
  return (
    <>
      <p role="status" className={visuallyHidden}>
        {state === 'opening' && 'Opening the document'}
        {state === 'shown' && (pages > 1 ? `Page ${page} of ${pages}` : 'Document shown')}
      </p>
      {printing && (
        <p role="status" className={statusText}>
          Preparing page {printing.page} of {printing.of} for the printer
        </p>
      )}
      {link && (
        <p role="status" className={statusText}>
          Links in documents cannot be opened here. This link goes to {link}
        </p>
      )}
    </>
  )
}

/** The browser's own find and print would cover the dialog and only the visible part of the document. */
function useShortcuts(isShown: boolean, onKey: (key: 'find' | 'print') => void, canFind: boolean): void {
  const act = useRef(onKey)
  act.current = onKey
  useEffect(() => {
    if (!isShown) return
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key === 'p' ? 'print' : event.key === 'f' && canFind ? 'find' : null
      if (!key) return
      event.preventDefault()
      act.current(key)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isShown, canFind])
}
