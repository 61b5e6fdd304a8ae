import { useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useMergedSave } from '#client/useMergedSave.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { clinicDay, showDay } from '#domain/dates.ts'
import { recordCategoryLabels } from '#domain/records/categories.ts'
import { editRecordInput } from '#domain/records/inputs.ts'
import { graphql } from '#generated/gql.ts'
import type {
  EditRecordDialog_CurrentQuery,
  EditRecordDialog_CurrentQueryVariables,
  RecordRowFragment,
} from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { IdentifierList } from '../identifiers/IdentifierFacts.tsx'
import { type RecordFacts, RecordFactsFields } from './RecordFactsFields.tsx'
import { editRecord } from './recordDocuments.ts'

const Current = graphql(`
  query EditRecordDialog_Current($patientId: ID!, $recordId: ID!) {
    patientRecord(patientId: $patientId, recordId: $recordId) { ...RecordRow }
  }
`)

const FAILED = 'Failed to update record'

type Props = { patientId: string; record: RecordRowFragment; onClose: () => void }

/** Changes the category and the service date of a record. */
export function EditRecordDialog({ patientId, record, onClose }: Props) {
  const { timeZone, now } = useFrame()
  const on = { patientId, recordId: record.id }
  const [facts, setFacts] = useState(factsOf(record))
  const expectedVersion = useRef<string>(undefined)
  const { submit, errors, setErrors, isPending } = useSubmit({
    document: editRecord,
    input: editRecordInput,
    variables: (input) => ({ input: { ...input, expectedVersion: expectedVersion.current } }),
    fallback: FAILED,
    onDone() {
      toast.success('Success', 'Record updated successfully')
      onClose()
    },
    onStale: (): unknown => onStale(),
  })
  const { save, onStale } = useMergedSave<
    RecordFacts,
    RecordRowFragment,
    EditRecordDialog_CurrentQuery,
    EditRecordDialog_CurrentQueryVariables
  >({
    begun: record,
    formOf: factsOf,
    textOf,
    query: Current,
    variables: on,
    rowOf: (data) => data.patientRecord,
    send({ category, serviceDate }, { version }) {
      expectedVersion.current = version
      return submit({
        ...on,
        ...(category !== undefined && { category: category || null }),
        ...(serviceDate !== undefined && { serviceDate: serviceDate || null }),
      })
    },
    onErrors: setErrors,
    onUnchanged: onClose,
    fallback: FAILED,
  })
  return (
    <Dialog title="Edit Record" description={record.fileName} onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} onSubmit={() => void save(facts)}>
        <DialogBody>
          <p>
            Category and service date decide which consent forms cover this record. An attorney may gain or
            lose access to it. An attorney who already has it is asked to delete it if it should not have been
            disclosed.
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

const factsOf = ({ category, serviceDate }: RecordRowFragment): RecordFacts => ({
  category: category ?? '',
  serviceDate: serviceDate ?? '',
})

const textOf = (name: keyof RecordFacts, { category, serviceDate }: RecordRowFragment): string | null =>
  name === 'category' ? category && recordCategoryLabels[category] : serviceDate && showDay(serviceDate)
