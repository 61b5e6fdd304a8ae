import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useFrame } from '#client/frame.ts'
import { type Sending, sendForm } from '#client/sendForm.ts'
import { failed, toast } from '#client/toast.ts'
import {
  type DisclosureChannel,
  disclosureChannelLabels,
  disclosureChannels,
  firstAccountingDay,
} from '#domain/accounting/accounting.ts'
import { addManualDisclosureInput, CONTENT_MAX, manualBasisProblems } from '#domain/accounting/inputs.ts'
import { clinicDay } from '#domain/dates.ts'
import { fieldMessages } from '#domain/fieldMessages.ts'
import { ACCEPTED, acceptedEndings } from '#domain/records/fileTypes.ts'
import { disclosureBases } from '#domain/records/forwarding.ts'
import { Progress } from '#ui/Bar.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { useRecipientFields } from './useRecipientFields.tsx'

const words = { refused: 'The disclosure was not added', fallback: 'Failed to add the disclosure' }

type Props = {
  patientId: string
  /** Called when the server has the entry. */
  onAdded: () => void
  onClose: () => void
}

/** Adds a disclosure that was made outside of Caseload, with its document if there is one. */
export function AddDisclosureDialog({ patientId, onAdded, onClose }: Props) {
  const { timeZone, now } = useFrame()
  const today = clinicDay(now, timeZone)
  const [file, setFile] = useState<File | null>(null)
  const recipient = useRecipientFields(patientId, disclosureBases)
  const [disclosedOn, setDisclosedOn] = useState<string>(today)
  const [content, setContent] = useState('')
  const [channel, setChannel] = useState<DisclosureChannel>('fax')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [share, setShare] = useState<number | null>(null)
  const sending = useRef<Sending | null>(null)

  async function add(): Promise<void> {
    if (share !== null) return
    const given = { ...recipient.given, disclosedOn, channel, content }
    const parsed = z.safeParse(addManualDisclosureInput, { patientId, ...given })
    const found = {
      ...manualBasisProblems(given),
      ...(!parsed.success && fieldMessages(parsed.error)),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setShare(0)
    const form = new FormData()
    for (const [name, value] of Object.entries(given)) if (value) form.append(name, value)
    if (file) form.append('file', file)
    const address = `/api/patients/${encodeURIComponent(patientId)}/manual-disclosures`
    sending.current = sendForm(address, form, setShare, words)
    const outcome = await sending.current.outcome
    setShare(null)
    if (outcome.kind === 'refused') failed({ description: outcome.message, detail: outcome.detail })
    if (outcome.kind !== 'done') return
    onAdded()
    toast.success('Success', 'Disclosure added successfully')
    onClose()
  }

  return (
    <Dialog
      title="Add Disclosure"
      isGrowing
      description="A disclosure that was not made through Caseload, such as a fax. It cannot be edited. A wrong entry can be struck."
      onClose={onClose}
      isPending={share !== null}
    >
      <Form validationErrors={problems} onSubmit={() => void add()}>
        <DialogBody>
          <FieldPair>
            <DateField
              name="disclosedOn"
              label="Date"
              isRequired
              value={disclosedOn}
              onChange={setDisclosedOn}
              min={firstAccountingDay(today)}
              max={today}
            />
            <SelectField
              name="channel"
              label="Made By"
              isRequired
              options={disclosureChannels.map((id) => ({ id, label: disclosureChannelLabels[id] }))}
              value={channel}
              onChange={(id) => setChannel(id as DisclosureChannel)}
            />
          </FieldPair>
          {recipient.fields(
            <TextArea
              name="content"
              label="What Was Disclosed"
              description="For example: visit notes from January to March 2026"
              isRequired
              rows={2}
              value={content}
              maxLength={CONTENT_MAX}
              onChange={setContent}
            />,
          )}
          <FileDrop
            label="Document"
            buttonLabel={file ? 'Choose Another File' : 'Choose File'}
            accept={acceptedEndings}
            isDisabled={share !== null}
            error={problems.file}
            onFiles={([chosen]) => setFile(chosen ?? null)}
          >
            {file ? file.name : `or drop or paste it here, if there is one. ${ACCEPTED}.`}
          </FileDrop>
          {share !== null && <Progress share={share} label="Adding the disclosure" />}
        </DialogBody>
        <DialogFoot>
          {share === null ? (
            <DialogClose>Cancel</DialogClose>
          ) : (
            <Button onClick={() => sending.current?.cancel()}>Cancel Upload</Button>
          )}
          <Button type="submit" variant="primary" isPending={share !== null}>
            Add Disclosure
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
