import { useFrame } from '#client/frame.ts'
import { failed, toast } from '#client/toast.ts'
import { closedBecause } from '#domain/patients/forwardAction.ts'
import { requestAction } from '#domain/patients/requestActions.ts'
import { rowActions } from '#domain/patients/rowActions.ts'
import { ACCEPTED, acceptedEndings } from '#domain/records/fileTypes.ts'
import { Banner } from '#ui/Banner.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { ActionButton, type ChartPartProps } from '../patients/ActionButton.tsx'
import { asRow } from '../patients/PatientRow.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import { RecordsList } from './RecordsList.tsx'
import { useUploads } from './useUploads.ts'

/** The records of a chart. Dropped files are uploaded at once. */
export function RecordsTab(props: ChartPartProps) {
  const { viewer } = useFrame()
  const { patient } = props
  const row = asRow(patient)
  const actions = rowActions(viewer, row)
  const upload = actions.find(({ id }) => id === 'upload_records')
  const forward = actions.find(({ id }) => id === 'forward_records')
  if (viewer.role === 'attorney' && row.recordsClosed) return <ClosedRecords {...props} />
  return (
    <>
      {upload && !upload.reason && <RecordDrop patientId={patient.id} />}
      {forward && (
        <div>
          <ActionButton action={forward} {...props} />
        </div>
      )}
      <RecordsList patient={patient} />
    </>
  )
}

/** Tells an attorney why the records are closed, and offers to ask the patient for a form. */
function ClosedRecords(props: ChartPartProps) {
  const { viewer } = useFrame()
  const row = asRow(props.patient)
  const request = requestAction(viewer, row)
  return (
    <Banner
      tone="caution"
      icon="lock"
      isAlert
      title={`${closedBecause(row)}.`}
      action={request && <ActionButton action={request} {...props} />}
    />
  )
}

function RecordDrop({ patientId }: { patientId: string }) {
  const { chosen, isSending, choose, send, remove } = useUploads(patientId)

  async function upload(only?: string): Promise<void> {
    if (isSending) return
    const { refusal, isComplete, message } = await send({}, only)
    if (refusal) failed({ description: refusal.message, detail: refusal.detail })
    else if (isComplete) toast.success('Success', message)
  }

  return (
    <>
      <FileDrop
        label="Files to upload"
        buttonLabel="Upload Records"
        accept={acceptedEndings}
        onFiles={(files) => {
          choose(files)
          void upload()
        }}
      >
        or drop or paste them here. {ACCEPTED}.
      </FileDrop>
      <ChosenFiles
        // The list below shows those that are uploaded.
        chosen={chosen.filter(({ state }) => state !== 'done')}
        isSending={isSending}
        onRetry={(key) => void upload(key)}
        onRemove={remove}
      />
    </>
  )
}
