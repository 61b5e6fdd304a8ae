import { lazy, type RefObject, useEffect, useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { OnDemand } from '#ui/OnDemand.tsx'
import { isDialogOpen } from '#ui/unsaved.ts'
import { type QuickActionName, quickDialogs } from './quickActions.ts'
import { areShortcutsOn, type Command, makeKeyReader, shortcutsFor } from './shortcuts.ts'

const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then((one) => ({ default: one.CommandPalette })),
)
const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((one) => ({ default: one.ShortcutsDialog })),
)

type Open = { kind: 'palette' | 'shortcuts' } | { kind: 'action'; name: QuickActionName } | null

/** What is opened from every screen, by key or by whatever of the page says `data-opens`. */
export function FrameDialogs() {
  const [open, setOpen] = useState<Open>(null)
  const run = useRef((command: Command) => {
    if (command.kind === 'screen') location.assign(command.path)
    else if (command.kind === 'search') searchField()?.focus()
    else setOpen(command as Open)
  })
  // From the press on, and not only once its code is there: what is typed ahead is meant for what opens.
  const isOpen = useRef(false)
  isOpen.current = open !== null
  useShortcuts(run.current, isOpen)
  useOpeners(run.current)
  const close = () => setOpen(null)
  if (!open) return null
  return (
    <OnDemand>
      {open.kind === 'palette' && <CommandPalette onCommand={run.current} onClose={close} />}
      {open.kind === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {open.kind === 'action' && <QuickDialog name={open.name} onClose={close} />}
    </OnDemand>
  )
}

function QuickDialog({ name, onClose }: { name: QuickActionName; onClose: () => void }) {
  const Dialog = quickDialogs[name]
  return <Dialog onClose={onClose} />
}

const searchField = () => document.querySelector<HTMLElement>('form[role=search] input')

const typing = 'input, textarea, select, [contenteditable]'

function useShortcuts(run: (command: Command) => void, isOpen: RefObject<boolean>): void {
  const { viewer } = useFrame()
  useEffect(() => {
    const read = makeKeyReader(shortcutsFor(viewer))
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isOpen.current || isDialogOpen()) return
      const isHeld = event.ctrlKey || event.metaKey
      const isTyping = (event.target as Element | null)?.closest?.(typing)
      if (!isHeld && (isTyping || !areShortcutsOn())) return
      const command = read(event)
      if (!command) return
      event.preventDefault()
      run(command)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [viewer, run, isOpen])
}

function useOpeners(run: (command: Command) => void): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const opener = (target as Element).closest<HTMLElement>('[data-opens]')
      if (!opener) return
      opener.closest<HTMLElement>('[popover]')?.hidePopover()
      run({ kind: opener.dataset.opens === 'shortcuts' ? 'shortcuts' : 'palette' })
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [run])
}
