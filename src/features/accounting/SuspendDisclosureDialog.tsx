import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { CONTENT_MAX, suspendManualDisclosureInput } from '#domain/accounting/inputs.ts'
import { ORAL_SUSPENSION_DAYS } from '#domain/accounting/suspension.ts'
import { addDays, clinicDay, type Day } from '#domain/dates.ts'
import type { AccountingRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { suspendManualDisclosure } from './accountingDocuments.ts'

type Props = { patientId: string; row: AccountingRowFragment; onClose: () => void }

const kinds = [
  { id: 'written', label: 'In writing' },
  { id: 'oral', label: 'Only orally' },
]

/** Records until when an agency asks not to tell the patient about an entry. */
export function SuspendDisclosureDialog({ patientId, row, onClose }: Props) {
  const { now, timeZone } = useFrame()
  const today = clinicDay(now, timeZone)
  const earlier = row.entered?.suspension
  const [agency, setAgency] = useState(earlier?.agency ?? row.recipientName)
  const [kind, setKind] = useState(earlier?.isOral ? 'oral' : 'written')
  const [statedOn, setStatedOn] = useState<string>(earlier?.statedOn ?? today)
  const [endsOn, setEndsOn] = useState<string>(earlier?.endsOn ?? '')
  const isOral = kind === 'oral'
  const { submit, errors, isPending } = useSubmit({
    document: suspendManualDisclosure,
    input: suspendManualDisclosureInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to suspend the entry',
    onDone() {
      toast.success('Success', 'Suspension recorded successfully')
      onClose()
    },
  })
  function send(): void {
    const manualDisclosureId = row.entered?.id ?? ''
    void submit({ patientId, manualDisclosureId, agency, isOral, statedOn, endsOn })
  }
  return (
    <Dialog
      title="Suspend Entry"
      description={`An agency can ask not to tell the patient about the disclosure to ${row.recipientName} for some time (45 CFR 164.528(a)(2)). Until then, the entry is not in the statement. To end it early, record an earlier last day.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} onSubmit={send}>
        <DialogBody>
          <TextField
            name="agency"
            label="Agency or Official"
            description="With the number of the statement, if it has one"
            isRequired
            value={agency}
            maxLength={CONTENT_MAX}
            onChange={setAgency}
          />
          <SelectField name="isOral" label="Statement" options={kinds} value={kind} onChange={setKind} />
          <FieldPair>
            <DateField
              name="statedOn"
              label="Date of the Statement"
              isRequired
              value={statedOn}
              onChange={setStatedOn}
              max={today}
            />
            <DateField
              name="endsOn"
              label="Last Day"
              description={
                isOral
                  ? `At most ${ORAL_SUSPENSION_DAYS} days after an oral statement`
                  : 'As the statement says'
              }
              isRequired
              value={endsOn}
              onChange={setEndsOn}
              {...(isOral && statedOn && { max: addDays(statedOn as Day, ORAL_SUSPENSION_DAYS) })}
            />
          </FieldPair>
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" isPending={isPending}>
            Suspend Entry
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
