import { useState } from 'react'
import * as z from 'zod/mini'
import { useFrame } from '#client/frame.ts'
import { failed, toast } from '#client/toast.ts'

import { useDraft } from '#client/useDraft.tsx'
import { clinicDay } from '#domain/dates.ts'
import { fieldMessages } from '#domain/fieldMessages.ts'
import { ACCEPTED, acceptedEndings } from '#domain/records/fileTypes.ts'
import { DESCRIPTION_MAX, describeUploadInput, NO_FILE } from '#domain/records/inputs.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { charactersIn } from '#ui/charactersIn.ts'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { useUnsaved } from '#ui/useUnsaved.ts'
import { fullName, type PatientRow } from '../patients/PatientRow.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import { type RecordFacts, RecordFactsFields } from './RecordFactsFields.tsx'
import { useUploads } from './useUploads.ts'

type Props = { patient: PatientRow; onClose: () => void }

/** Uploads files to a patient: several at once, each with its own progress and result. */
export function UploadRecordDialog({ patient, onClose }: Props) {
  const { chosen, isSending, choose, describe, send, remove, cancel } = useUploads(patient.id)
  const memory = useDraft('upload_record', patient.id)
  const [description, setDescription] = useState('')
  const { timeZone, now } = useFrame()
  const [facts, setFacts] = useState<RecordFacts>({ category: '', serviceDate: '' })
  const [problems, setProblems] = useState<Record<string, string>>({})

  async function upload(only?: string): Promise<void> {
    if (isSending) return
    const { category, serviceDate } = facts
    const parsed = z.safeParse(describeUploadInput, { description, category: category || null, serviceDate })
    const missing = chosen.some(({ state }) => state !== 'done') ? {} : { file: NO_FILE }
    const found = { ...missing, ...(parsed.success ? {} : fieldMessages(parsed.error)) }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const { refusal, isComplete, message } = await send({ description, ...facts }, only)
    if (refusal) return failed({ description: refusal.message, detail: refusal.detail })
    if (!isComplete) return
    toast.success('Success', message)
    onClose()
  }

  return (
    <Dialog
      title="Upload Patient Records"
      description={fullName(patient)}
      onClose={onClose}
      isPending={isSending}
    >
      <Form validationErrors={problems} memory={memory} onSubmit={() => void upload()}>
        <DialogBody>
          <KeptFiles isChanged={chosen.some(({ state }) => state !== 'done')} />
          <FileDrop
            label="Files to upload"
            buttonLabel="Choose Files"
            accept={acceptedEndings}
            isDisabled={isSending}
            error={problems.file}
            onFiles={(files) => {
              setProblems({})
              choose(files)
            }}
          >
            or drop or paste them here. {ACCEPTED}.
          </FileDrop>
          <ChosenFiles
            chosen={chosen}
            isSending={isSending}
            onRetry={(key) => void upload(key)}
            onRemove={remove}
            onDescribe={describe}
          />
          <RecordFactsFields facts={facts} max={clinicDay(now, timeZone)} onChange={setFacts} />
          <TextArea
            name="description"
            label="Description"
            rows={3}
            description="Description, category and date are used for every file in this upload"
            value={description}
            onChange={setDescription}
            counter={`${charactersIn(description)}/${DESCRIPTION_MAX}`}
          />
          <Banner tone="info" icon="shield" title="HIPAA notice">
            Uploaded documents are accessible only to authorized staff and assigned attorneys. Every upload,
            view and download is recorded.
          </Banner>
        </DialogBody>
        <DialogFoot>
          {isSending ? <Button onClick={cancel}>Cancel Upload</Button> : <DialogClose>Cancel</DialogClose>}
          <Button type="submit" variant="primary" icon="upload" isPending={isSending}>
            Upload
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** Lets the dialog ask before it discards files that were chosen but not sent. */
function KeptFiles({ isChanged }: { isChanged: boolean }) {
  useUnsaved(() => isChanged)
  return null
}
