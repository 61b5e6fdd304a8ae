import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { clinicDay } from '#domain/dates.ts'
import { editRecordInput } from '#domain/records/inputs.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { IdentifierList } from '../identifiers/IdentifierFacts.tsx'
import { type RecordFacts, RecordFactsFields } from './RecordFactsFields.tsx'
import { editRecord } from './recordDocuments.ts'

type Props = { patientId: string; record: RecordRowFragment; onClose: () => void }

/** Changes the category and the service date of a record. */
export function EditRecordDialog({ patientId, record, onClose }: Props) {
  const { timeZone, now } = useFrame()
  const [facts, setFacts] = useState<RecordFacts>({
    category: record.category ?? '',
    serviceDate: record.serviceDate ?? '',
  })
  const { submit, errors, isPending } = useSubmit({
    document: editRecord,
    input: editRecordInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update record',
    onDone() {
      toast.success('Success', 'Record updated successfully')
      onClose()
    },
  })
  return (
    <Dialog title="Edit Record" description={record.fileName} onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        onSubmit={() =>
          void submit({
            ...{ patientId, recordId: record.id },
            category: facts.category || null,
            serviceDate: facts.serviceDate || null,
          })
        }
      >
        <DialogBody>
          <p>
            Category and service date decide which consent forms cover this record. An attorney may gain or
            lose access to it.
          </p>
          <RecordFactsFields facts={facts} max={clinicDay(now, timeZone)} onChange={setFacts} />
          <IdentifierList identifiers={record.identifiers} />
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" isPending={isPending}>
            Save Record
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
