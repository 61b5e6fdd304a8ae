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
import type { Warned } from './AssignAnyway.tsx'
import { bar, count as countClass } from './Bulk.css.ts'
import { assignMutation, assignmentPreview, exportMutation, sendMutation } from './bulkDocuments.ts'

const AssignAnyway = lazy(() => import('./AssignAnyway.tsx').then((one) => one.AssignAnyway))
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
  const { isPending, assign, warned, checkAssignment, dismiss, send, exportThem, started } =
    useBulkActions(selected)
  const [{ data: people }] = useQuery({ query: patientAssignees, pause: !can(viewer, 'patient.reassign') })
  const count = selected.isAll ? total : selected.count
  const canSelectAll = selected.isPageSelected && !selected.isAll && total > selected.count
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
          isDisabled={isPending || !people}
        >
          Assign
        </MenuButton>
      )}
      <Button icon="send" isDisabled={isPending} onClick={() => setOpen('send')}>
        Send Consent
      </Button>
      <Button icon="task" isDisabled={isPending} onClick={() => setOpen('task')}>
        Add Task
      </Button>
      <Button icon="download" isDisabled={isPending} onClick={() => void exportThem()}>
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
      {warned && (
        <OnDemand>
          <AssignAnyway
            {...warned}
            isPending={isPending}
            onAssign={() => void assign(warned.assignee).then(dismiss)}
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

  const assign = (assignedAttorney: string) =>
    start(async () => {
      const input = { selection, assignedAttorney }
      const { data, error } = await client.mutation(assignMutation, { input }).toPromise()
      return { id: data?.assignPatients.id, error }
    })
  const [warned, setWarned] = useState<Warned | null>(null)

  /** Starts to assign the patients, or first names those whose forms do not name the new attorney. */
  async function checkAssignment(assignee: string): Promise<void> {
    setPending(true)
    const input = { selection, assignedAttorney: assignee }
    const { data, error } = await client
      .query(assignmentPreview, { input }, { requestPolicy: 'network-only' })
      .toPromise()
    setPending(false)
    if (error) toastFailure(error, 'The action could not be started', () => void checkAssignment(assignee))
    else if (data && data.assignmentPreview.unnamedCount + data.assignmentPreview.openCount > 0)
      setWarned({ assignee, ...data.assignmentPreview })
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
  const dismiss = () => setWarned(null)
  return { isPending, started, assign, warned, checkAssignment, dismiss, send, exportThem }
}
