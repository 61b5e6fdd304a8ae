import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { isDialogOpen } from '#ui/unsaved.ts'
import { type QuickActionName, quickDialogs } from './quickActions.ts'
import { type Command, type Inbox, makeKeyReader, shortcutsFor } from './shortcuts.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((one) => one.CommandPalette))
const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx').then((one) => one.ShortcutsDialog))

type Open = { kind: 'palette' | 'shortcuts' } | { kind: 'action'; name: QuickActionName } | null

/** Handles shortcuts and shows the dialog that they open. */
export function FrameDialogs({ inbox }: { inbox: Inbox }) {
  const [open, setOpen] = useState<Open>(null)
  // True from the key press on, before the dialog's code has loaded: further keys are meant for the dialog.
  const isOpen = useRef(false)
  isOpen.current = open !== null
  useReader(inbox, isOpen, setOpen)
  const close = () => setOpen(null)
  const run = (command: Command) => runCommand(command, setOpen)
  if (!open) return null
  return (
    <OnDemand>
      {open.kind === 'palette' && <CommandPalette onCommand={run} onClose={close} />}
      {open.kind === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {open.kind === 'action' && <QuickDialog name={open.name} onClose={close} />}
    </OnDemand>
  )
}

function QuickDialog({ name, onClose }: { name: QuickActionName; onClose: () => void }) {
  const Dialog = quickDialogs[name]
  return <Dialog onClose={onClose} />
}

function runCommand(command: Command, show: (open: Open) => void): void {
  if (command.kind === 'screen') location.assign(command.path)
  else show(command)
}

function useReader(inbox: Inbox, isOpen: RefObject<boolean>, show: (open: Open) => void): void {
  const { viewer } = useFrame()
  useEffect(() => {
    const readKey = makeKeyReader(shortcutsFor(viewer))
    const read = (event: KeyboardEvent | MouseEvent) => {
      if (isOpen.current || isDialogOpen()) return
      const command = event instanceof KeyboardEvent ? readKey(event) : opened(event)
      if (command) runCommand(command, show)
    }
    for (const event of inbox.waiting.splice(0)) read(event)
    inbox.read = read
    return () => {
      delete inbox.read
    }
  }, [viewer, inbox, isOpen, show])
}

function opened({ target }: MouseEvent): Command | undefined {
  const opener = (target as Element).closest<HTMLElement>('[data-opens]')
  opener?.closest<HTMLElement>('[popover]')?.hidePopover()
  return opener ? { kind: opener.dataset.opens === 'shortcuts' ? 'shortcuts' : 'palette' } : undefined
}
