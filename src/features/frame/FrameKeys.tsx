import { useEffect, useRef, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { openChartId } from './openDialogs.ts'
import { isForPage } from './shortcutSwitch.ts'
import type { Inbox } from './shortcuts.ts'

const FrameDialogs = lazy(() => import('./FrameDialogs.tsx').then((one) => one.FrameDialogs))

/** Listens for shortcuts and `data-opens` elements. Loads the handler with the first one. */
export function FrameKeys() {
  const inbox = useRef<Inbox>({ waiting: [] })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function take(event: KeyboardEvent | MouseEvent): void {
      const { read, waiting } = inbox.current
      if (read) read(event)
      else waiting.push(event)
      setOpen(true)
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      if (event.key === '/' || isHeld(event)) event.preventDefault()
      if (event.key === '/' && !openChartId()) focusSearch()
      else take(event)
    }
    const onClick = (event: MouseEvent) => {
      if ((event.target as Element).closest('[data-opens]')) take(event)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [])
  if (!isOpen) return null
  return (
    <OnDemand>
      <FrameDialogs inbox={inbox.current} />
    </OnDemand>
  )
}

const isHeld = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey

/** Ctrl or Cmd with K works everywhere; a single key works only where it has no other meaning. */
function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false
  if (isHeld(event)) return event.key.toLowerCase() === 'k'
  // An open chart has shortcuts of its own; other dialogs have none.
  return isForPage(event, openChartId() !== null)
}

/** Focuses the search at once, because further keys belong there. */
const focusSearch = (): void => document.querySelector<HTMLElement>('form[role=search] input')?.focus()
