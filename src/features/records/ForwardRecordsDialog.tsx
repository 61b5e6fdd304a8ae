import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { amountOf } from '#domain/amount.ts'
import { namesUser } from '#domain/consent/recipients.ts'
import { type Coverage, isCovered } from '#domain/consent/scope.ts'
import { closedBecause } from '#domain/patients/forwardAction.ts'
import type { RecordFacts } from '#domain/records/categories.ts'
import { categoryClosedOn, type DisclosureBasis, FORWARDING_DAYS } from '#domain/records/forwarding.ts'
import {
  FORWARDING_NOTE_MAX,
  forwardRecordsInput,
  NO_RECORDS,
  neededFor,
} from '#domain/records/forwardingInputs.ts'
import { isServable } from '#domain/records/scan.ts'
import type { ForwardRecordsDialog_SendMutation, ForwardRecordsDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { charactersIn } from '#ui/charactersIn.ts'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField } from '#ui/TextField.tsx'
import { asRow, fullName, type PatientRow } from '../patients/PatientRow.ts'
import { ChosenRecords } from './ChosenRecords.tsx'
import { ForwardedNow } from './ForwardedNow.tsx'
import { forwardableQuery, forwardRecords } from './forwardingDocuments.ts'
import { type ChosenBasis, LegalBasisFields } from './LegalBasisFields.tsx'
import { preselectionFor } from './preselection.ts'

type Props = { patient: PatientRow; onClose: () => void }

/** Forwards records of a patient to an attorney and then shows the link. */
export function ForwardRecordsDialog({ patient, onClose }: Props) {
  const [{ data, error }] = useQuery({
    query: forwardableQuery,
    variables: { patientId: patient.id },
    requestPolicy: 'network-only',
  })
  const [made, setMade] = useState<ForwardRecordsDialog_SendMutation['forwardRecords'] | null>(null)
  if (made) return <ForwardedNow made={made} patient={patient} onClose={onClose} />
  return data ? (
    <ForwardForm patient={patient} data={data} onDone={setMade} onClose={onClose} />
  ) : (
    <Dialog title="Forward Records" description={fullName(patient)} onClose={onClose}>
      <DialogBody>
        {error ? (
          <Banner tone="critical" isAlert>
            {errorMessage(error, 'The records could not be loaded').message}
          </Banner>
        ) : (
          <Skeleton />
        )}
      </DialogBody>
      <DialogFoot>
        <DialogClose>Cancel</DialogClose>
      </DialogFoot>
    </Dialog>
  )
}

/** Why no signed form permits a forwarding; `null` if one may. */
function formlessBecause(patient: PatientRow): string | null {
  const row = asRow(patient)
  if (row.recordsClosed) return `${closedBecause(row)}.`
  return row.lacksForm ? 'No signed form is on file.' : null
}

/** Which records the signed form covers. */
const coverageOfPatient = ({
  authorizedCategories,
  authorizedScope,
}: ForwardRecordsDialogQuery['patient']): Coverage => ({
  categories: authorizedCategories ?? [],
  isUncategorized: authorizedScope?.categories === null,
  serviceFrom: authorizedScope?.serviceFrom ?? null,
  serviceTo: authorizedScope?.serviceTo ?? null,
})

/** Why a legal basis does not permit to forward a record; `null` if it does. The server decides by the same rules. */
function closedOn(basis: DisclosureBasis, coverage: Coverage, record: RecordFacts): string | null {
  if (basis === 'authorization') return isCovered(coverage, record) ? null : 'Not covered by the signed form'
  const category = categoryClosedOn(basis, record)
  return category && neededFor[category]
}

/** "Rae Okafor, Okafor Law". */
const nameWithFirm = (user: { firstName: string; lastName: string; firm?: string | null }) =>
  [fullName(user), user.firm].filter(Boolean).join(', ')

type FormProps = Props & {
  data: ForwardRecordsDialogQuery
  onDone: (made: ForwardRecordsDialog_SendMutation['forwardRecords']) => void
}

function ForwardForm({ patient, data, onDone, onClose }: FormProps) {
  const recipients = data.patient.authorizedRecipients ?? []
  const isNamed = (user: { id: string; firm?: string | null }) => namesUser(recipients, user)
  const withoutForm = formlessBecause(patient)
  // Those whom the signed form names come first.
  const attorneys = data.assignableUsers
    .filter(({ role }) => role === 'attorney')
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
  const { edges, pageInfo } = data.patientRecords
  // Files that are infected or not scanned yet cannot be forwarded.
  const records = edges.map(({ node }) => node).filter(isServable)
  const coverage = coverageOfPatient(data.patient)
  const [preselected] = useState(() =>
    preselectionFor(
      withoutForm ? null : { recipients, coverage, purpose: data.patient.authorizedPurpose ?? null },
      records,
      attorneys,
      patient.assignedAttorney?.id,
    ),
  )
  const [recordIds, setRecords] = useState(preselected.recordIds)
  const [recipientId, setRecipient] = useState(preselected.recipientId)
  const [purpose, setPurpose] = useState(preselected.purpose)
  const [legal, setLegal] = useState<ChosenBasis>({
    basis: withoutForm ? 'patient_request' : 'authorization',
  })
  const [note, setNote] = useState('')
  const { submit, errors, isPending } = useSubmit({
    document: forwardRecords,
    input: forwardRecordsInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to forward records',
    onDone: ({ forwardRecords: made }) => onDone(made),
  })
  const recipient = attorneys.find(({ id }) => id === recipientId)
  return (
    <Dialog
      title="Forward Records"
      // The title stays in view while the form scrolls, so it says what goes to whom.
      description={`${fullName(patient)}: ${recordIds.length} of ${amountOf(records.length, 'record')} to ${recipient ? nameWithFirm(recipient) : 'no recipient yet'}`}
      size="wide"
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={() =>
          void submit({
            patientId: patient.id,
            recordIds: [...recordIds],
            recipientId,
            purpose,
            note,
            ...legal,
          })
        }
      >
        <DialogBody>
          {withoutForm && (
            <Banner tone="caution" icon="lock">
              {withoutForm} You can forward them only on another legal basis, such as a subpoena. Its document
              and your reason are kept in the accounting of disclosures.
            </Banner>
          )}
          <ChosenRecords
            records={records}
            closedBecause={(record) => closedOn(legal.basis, coverage, record)}
            hasMore={pageInfo.hasNextPage}
            chosen={recordIds}
            // Once something is chosen, the error for an empty choice is gone.
            error={recordIds.length === 0 || errors.recordIds !== NO_RECORDS ? errors.recordIds : undefined}
            onChange={setRecords}
          />
          <SelectField
            name="recipientId"
            label="Recipient"
            isRequired
            options={attorneys.map((user) => ({
              id: user.id,
              label: fullName(user),
              ...(isNamed(user)
                ? { detail: 'Named in the signed form' }
                : user.id === patient.assignedAttorney?.id && { detail: 'Assigned to this patient' }),
            }))}
            value={recipientId || null}
            placeholder="Choose an attorney"
            onChange={setRecipient}
          />
          <LegalBasisFields legal={legal} isFormless={withoutForm !== null} onChange={setLegal} />
          <TextField
            name="purpose"
            label="Purpose"
            isRequired
            value={purpose}
            onChange={setPurpose}
            description={`${purpose && purpose === preselected.purpose ? 'As the signed form states it. ' : ''}Shown in the accounting of disclosures`}
          />
          <TextArea
            name="note"
            label="Note to the Recipient"
            rows={3}
            value={note}
            onChange={setNote}
            counter={`${charactersIn(note)}/${FORWARDING_NOTE_MAX}`}
          />
          <Banner tone="info" icon="shield">
            The recipient gets a link that works for {FORWARDING_DAYS} days, or until the consent ends if that
            is sooner. Each time the link is opened and each download is recorded.
          </Banner>
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button
            type="submit"
            variant="primary"
            icon="forward"
            isPending={isPending}
            {...(records.length === 0 ? { disabledReason: 'There are no records to forward' } : {})}
          >
            Forward Records
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
