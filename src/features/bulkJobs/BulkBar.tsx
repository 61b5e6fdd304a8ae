import type { CombinedError } from '@urql/core'
import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { useFrame } from '#client/frame.ts'
import { toastFailure } from '#client/toast.ts'
import { can } from '#domain/access/policy.ts'
import { BULK } from '#domain/bulkJobs/bulkJob.ts'
import { Button } from '#ui/Button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { assigneeOptions, patientAssignees } from '../patients/assignees.ts'
import type { Selection } from '../patients/useSelection.ts'
import type { Asked } from './AssignPatients.tsx'
import { bar, count as countClass } from './Bulk.css.ts'
import { assignMutation, assignmentPreview, exportMutation, sendMutation } from './bulkDocuments.ts'

const AssignPatients = lazy(() => import('./AssignPatients.tsx').then((one) => one.AssignPatients))
const SendConsent = lazy(() => import('./SendConsentToPatients.tsx').then((one) => one.SendConsentToPatients))
const AddTask = lazy(() => import('./AddTaskToPatients.tsx').then((one) => one.AddTaskToPatients))

type Props = {
  selected: Selection
  /** How many patients the list has on all pages. */
  total: number
  isTotalExact: boolean
}

/** The actions for the selected patients. Each starts a job, whose ID goes into the URL. */
export function BulkBar({ selected, total, isTotalExact }: Props) {
  const { viewer } = useFrame()
  const [open, setOpen] = useState<'send' | 'task' | null>(null)
  const { isPending, assign, asked, checkAssignment, dismiss, send, exportThem, started } =
    useBulkActions(selected)
  const [{ data: people }] = useQuery({ query: patientAssignees, pause: !can(viewer, 'patient.reassign') })
  const count = selected.isAll ? total : selected.count
  const canSelectAll = selected.isPageSelected && !selected.isAll && total > selected.count
  // On a phone the bar shows before the first patient is selected.
  const isDisabled = isPending || count === 0
  const close = () => setOpen(null)
  return (
    <div className={bar} role="group" aria-label="Actions for the selected patients">
      <span className={countClass} role="status">
        {count.toLocaleString('en-US')} selected
      </span>
      {canSelectAll && <SelectAll {...{ total, isTotalExact }} onSelect={selected.selectAll} />}
      {can(viewer, 'patient.reassign') && (
        <MenuButton
          label="Assign"
          icon="user"
          items={assigneeOptions(people).map(({ id, label }) => ({ id, label }))}
          onAction={(id) => void checkAssignment(id)}
          // A menu that opened before its people have arrived would grow under the pointer.
          isDisabled={isDisabled || !people}
        >
          Assign
        </MenuButton>
      )}
      <Button icon="send" isDisabled={isDisabled} onClick={() => setOpen('send')}>
        Send Consent
      </Button>
      <Button icon="task" isDisabled={isDisabled} onClick={() => setOpen('task')}>
        Add Task
      </Button>
      <Button icon="download" isDisabled={isDisabled} onClick={() => void exportThem()}>
        Export
      </Button>
      <Button variant="quiet" icon="close" onClick={selected.clear}>
        Clear Selection
      </Button>
      {open === 'send' && (
        <OnDemand>
          <SendConsent
            selection={selected.selection}
            count={count}
            isPending={isPending}
            onSend={() => void send().then(close)}
            onClose={close}
          />
        </OnDemand>
      )}
      {asked && (
        <OnDemand>
          <AssignPatients
            {...asked}
            isPending={isPending}
            onAssign={(transfersWork) => void assign(asked.assignee, transfersWork).then(dismiss)}
            onClose={dismiss}
          />
        </OnDemand>
      )}
      {open === 'task' && (
        <OnDemand>
          <AddTask selection={selected.selection} count={count} onStarted={started} onClose={close} />
        </OnDemand>
      )}
    </div>
  )
}

const isWorthAsking = (preview: Omit<Asked, 'assignee'>): boolean =>
  preview.unnamedCount + preview.openCount + preview.openTaskCount + preview.appointmentCount > 0

function SelectAll({ total, isTotalExact, onSelect }: Omit<Props, 'selected'> & { onSelect: () => void }) {
  const isTooMany = !isTotalExact || total > BULK.patients
  const reason = `Filter the list to at most ${BULK.patients.toLocaleString('en-US')} patients first.`
  return (
    <Button onClick={onSelect} {...(isTooMany && { disabledReason: reason })}>
      Select All {isTooMany ? '' : `${total.toLocaleString('en-US')} in This Filter`}
    </Button>
  )
}

function useBulkActions(selected: Selection) {
  const client = useClient()
  const [isPending, setPending] = useState(false)
  const { selection } = selected

  function started(id: string): void {
    selected.clear()
    changeAddress({ job: id })
  }

  /** Starts a job and shows it, or says why it could not be started. */
  async function start(begin: () => Promise<{ id?: string | undefined; error?: CombinedError | undefined }>) {
    setPending(true)
    const { id, error } = await begin()
    setPending(false)
    if (error) toastFailure(error, 'The action could not be started', () => void start(begin))
    if (id) started(id)
  }

  const assign = (assignedAttorney: string, transfersWork = false) =>
    start(async () => {
      const input = { selection, assignedAttorney, transfersWork }
      const { data, error } = await client.mutation(assignMutation, { input }).toPromise()
      return { id: data?.assignPatients.id, error }
    })
  const [asked, setAsked] = useState<Asked | null>(null)

  /** Starts to assign the patients, or first tells what to know and asks whether work follows. */
  async function checkAssignment(assignee: string): Promise<void> {
    setPending(true)
    const input = { selection, assignedAttorney: assignee }
    const { data, error } = await client
      .query(assignmentPreview, { input }, { requestPolicy: 'network-only' })
      .toPromise()
    setPending(false)
    if (error) toastFailure(error, 'The action could not be started', () => void checkAssignment(assignee))
    else if (data && isWorthAsking(data.assignmentPreview)) setAsked({ assignee, ...data.assignmentPreview })
    else await assign(assignee)
  }

  const send = () =>
    start(async () => {
      const { data, error } = await client.mutation(sendMutation, { input: { selection } }).toPromise()
      return { id: data?.sendConsentToPatients.id, error }
    })
  const exportThem = () =>
    start(async () => {
      const { data, error } = await client.mutation(exportMutation, { input: { selection } }).toPromise()
      return { id: data?.exportSelectedPatients.id, error }
    })
  const dismiss = () => setAsked(null)
  return { isPending, started, assign, asked, checkAssignment, dismiss, send, exportThem }
}
