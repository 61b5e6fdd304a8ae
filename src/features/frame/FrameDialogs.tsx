import { type RefObject, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useFrame } from '#client/frame.ts'
import { patientPath } from '#domain/access/screens.ts'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { PatientRow } from '../patients/PatientRow.ts'
import { usePatientActions } from '../patients/usePatientActions.tsx'
import { openChartQuery } from './openChart.ts'
import { isDialogOpen, openChartId } from './openDialogs.ts'
import { isQuickAction, type QuickActionName, quickActions } from './quickActions.ts'
import { type Command, type Inbox, makeKeyReader, shortcutsFor } from './shortcuts.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((one) => one.CommandPalette))
const AddTask = lazy(() => import('../tasks/AddTaskDialog.tsx').then((one) => one.AddTaskDialog))
const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx').then((one) => one.ShortcutsDialog))

type Open =
  | { kind: 'shortcuts' }
  | { kind: 'palette'; chartId: string | null }
  | { kind: 'action'; name: QuickActionName }
  | { kind: 'task'; about: PatientRow }
  | null

/** Handles shortcuts and shows the dialog that they open. */
export function FrameDialogs({ inbox }: { inbox: Inbox }) {
  const [open, setOpen] = useState<Open>(null)
  // True from the key press on, before the dialog's code has loaded: further keys are meant for the dialog.
  const isOpen = useRef(false)
  isOpen.current = open !== null
  useReader(inbox, isOpen, setOpen)
  const close = () => setOpen(null)
  const { onAction, dialog } = usePatientActions()
  const act = (action: RowActionId | 'add_task', patient: PatientRow) => {
    if (action === 'add_task') return setOpen({ kind: 'task', about: patient })
    close()
    if (action === 'view') location.assign(patientPath(patient.id))
    else onAction(action, patient)
  }
  if (!open) return dialog
  return (
    <OnDemand>
      {open.kind === 'palette' && (
        <CommandPalette
          chartId={open.chartId}
          onCommand={(command) => runCommand(command, setOpen)}
          onPatientAction={act}
          onClose={close}
        />
      )}
      {open.kind === 'task' && <AddTask about={open.about} onClose={close} />}
      {open.kind === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {open.kind === 'action' && <QuickDialog name={open.name} onClose={close} />}
    </OnDemand>
  )
}

function QuickDialog({ name, onClose }: { name: QuickActionName; onClose: () => void }) {
  const { Dialog } = quickActions[name]
  return <Dialog onClose={onClose} />
}

function runCommand(command: Command, show: (open: Open) => void): void {
  if (command.kind === 'screen') location.assign(command.path)
  else if (command.kind === 'palette') show({ kind: 'palette', chartId: openChartId() })
  else show(command)
}

function useReader(inbox: Inbox, isOpen: RefObject<boolean>, show: (open: Open) => void): void {
  const { viewer } = useFrame()
  const client = useClient()
  useEffect(() => {
    const readKey = makeKeyReader(shortcutsFor(viewer))
    const read = (event: KeyboardEvent | MouseEvent) => {
      const chartId = openChartId()
      if (isOpen.current || (isDialogOpen() && !chartId)) return
      const command = event instanceof KeyboardEvent ? readKey(event) : opened(event)
      if (!command) return
      const about = chartId && client.readQuery(openChartQuery, { id: chartId })?.data?.patient
      if (about && command.kind === 'action' && command.name === 'task') show({ kind: 'task', about })
      else if (!chartId || command.kind === 'palette') runCommand(command, show)
    }
    for (const event of inbox.waiting.splice(0)) read(event)
    inbox.read = read
    return () => {
      delete inbox.read
    }
  }, [viewer, client, inbox, isOpen, show])
}

function opened({ target }: MouseEvent): Command | undefined {
  const opener = (target as Element).closest<HTMLElement>('[data-opens]')
  opener?.closest<HTMLElement>('[popover]')?.hidePopover()
  if (!opener) return
  const { opens = '' } = opener.dataset
  if (isQuickAction(opens)) return { kind: 'action', name: opens }
  return { kind: opens === 'shortcuts' ? 'shortcuts' : 'palette' }
}
