import { useEffect, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import { toastFailure } from '#client/toast.ts'
import { useAction } from '#client/useAction.ts'
import { amountOf } from '#domain/amount.ts'
import type { BulkJobKind } from '#domain/bulkJobs/bulkJob.ts'
import { Progress } from '#ui/Bar.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { line, status, words } from './Bulk.css.ts'
import {
  type BulkJobFacts,
  bulkJobQuery,
  cancelMutation,
  skippedQuery,
  undoMutation,
} from './bulkDocuments.ts'

/** How often a running job is read, in case live changes do not arrive. */
const LOOK_MS = 2_000

const hide = () => changeAddress({ job: null }, { replace: true })

/** The progress and the result of the bulk job in the URL. */
export function BulkJobStatus({ id }: { id: string }) {
  const [{ data, error }, refetch] = useQuery({ query: bulkJobQuery, variables: { id } })
  const job = data?.bulkJob
  const isRunning = job?.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => refetch({ requestPolicy: 'network-only' }), LOOK_MS)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  return (
    <div className={status}>
      {job ? (
        <Told job={job} />
      ) : error ? (
        <div className={line}>
          <span className={words}>{errorMessage(error, 'The action could not be loaded.').message}</span>
          <Hide />
        </div>
      ) : (
        <Skeleton rows={1} />
      )}
    </div>
  )
}

const Hide = () => (
  <Button size="small" icon="close" onClick={hide}>
    Hide
  </Button>
)

function Told({ job }: { job: BulkJobFacts }) {
  const { id, kind, state, rowsTotal, done, skipped, canUndo } = job
  const [isOpen, setOpen] = useState(false)
  const { run, pending } = useAction()
  const input = { bulkJobId: id }
  return (
    <>
      <div className={line}>
        <span className={words} role="status">
          {textOf(job)}
        </span>
        {state === 'running' && (
          <Button
            size="small"
            icon="slash"
            isPending={pending === 'cancel'}
            onClick={() =>
              void run({
                ...{ document: cancelMutation, variables: { input }, key: 'cancel' },
                ...{ done: 'Action cancelled', fallback: 'The action could not be cancelled' },
              })
            }
          >
            Cancel
          </Button>
        )}
        {canUndo && <Undo id={id} />}
        {kind === 'export' && state === 'finished' && done > 0 && (
          <ButtonLink size="small" icon="download" href={`/api/bulk-jobs/${id}/patients.csv`} download>
            Download CSV
          </ButtonLink>
        )}
        {skipped > 0 && state !== 'running' && (
          <Button size="small" onClick={() => setOpen(true)}>
            Show Skipped
          </Button>
        )}
        {state !== 'running' && <Hide />}
      </div>
      {state === 'running' && <Progress share={(done + skipped) / rowsTotal} label="Patients processed" />}
      {isOpen && <Skipped id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Starts the job that undoes this one, and shows it instead. */
function Undo({ id }: { id: string }) {
  const client = useClient()
  const [isPending, setPending] = useState(false)

  async function undo(): Promise<void> {
    setPending(true)
    const { data, error } = await client.mutation(undoMutation, { input: { bulkJobId: id } }).toPromise()
    setPending(false)
    if (error) toastFailure(error, 'The action could not be undone', () => void undo())
    if (data) changeAddress({ job: data.undoBulkJob.id }, { replace: true })
  }

  return (
    <Button size="small" icon="undo" isPending={isPending} onClick={() => void undo()}>
      Undo
    </Button>
  )
}

const nowDoing: Record<BulkJobKind, string> = {
  assign: 'Assigning patients',
  send_consent: 'Sending consent forms',
  add_task: 'Adding tasks',
  export: 'Preparing the export',
}
const wasDone: Record<BulkJobKind, string> = {
  assign: 'assigned',
  send_consent: 'asked for consent',
  add_task: 'given the task',
  export: 'exported',
}

/** 'Assigning patients: 20 of 59', or '57 patients assigned, 2 skipped'. */
function textOf({ kind, state, rowsTotal, done, skipped, error, isUndo }: BulkJobFacts): string {
  if (state === 'running')
    return `${isUndo ? 'Undoing the assignment' : nowDoing[kind]}: ${done + skipped} of ${rowsTotal}`
  const untouched = rowsTotal - done - skipped
  const counts = [
    `${amountOf(done, 'patient')} ${isUndo ? 'given back' : wasDone[kind]}`,
    skipped > 0 && `${skipped} skipped`,
    untouched > 0 && `${untouched} not tried`,
  ]
  const result = `${counts.filter(Boolean).join(', ')}.`
  if (state === 'cancelled') return `Cancelled. ${result}`
  return error ? `${error} ${result}` : result
}

const PAGE = 50

/** The skipped patients and the reasons. */
function Skipped({ id, onClose }: { id: string; onClose: () => void }) {
  const [after, setAfter] = useState<string | null>(null)
  const [{ data, error }] = useQuery({ query: skippedQuery, variables: { id, first: PAGE, after } })
  const page = data?.bulkJobRows
  return (
    <Dialog title="Skipped Patients" size="wide" onClose={onClose}>
      <DialogBody>
        {page ? (
          <List label="Skipped patients">
            {page.edges.map(({ node: { position, patient, reason } }) => (
              <ListItem key={position} detail={reason}>
                {patient ? fullName(patient) : 'A patient you can’t see'}
              </ListItem>
            ))}
          </List>
        ) : error ? (
          <EmptyState text={errorMessage(error, 'The patients could not be loaded. Try again.').message} />
        ) : (
          <Skeleton />
        )}
      </DialogBody>
      <DialogFoot>
        {page?.pageInfo.hasNextPage && (
          <Button onClick={() => setAfter(page.pageInfo.endCursor ?? null)}>Next {PAGE}</Button>
        )}
        <DialogClose>Close</DialogClose>
      </DialogFoot>
    </Dialog>
  )
}
