import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import type { StepActionId } from '#domain/patients/rowAction.ts'
import { statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogFoot } from '#ui/Dialog.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

const Schedulable = graphql(`
  mutation StatusStepDialog_Schedulable($input: PatientIdInput!) {
    markSchedulable(input: $input) { id status statusSince }
  }
`)
const Treated = graphql(`
  mutation StatusStepDialog_Treated($input: PatientIdInput!) {
    completeTreatment(input: $input) { id status statusSince }
  }
`)
const Awaiting = graphql(`
  mutation StatusStepDialog_Awaiting($input: PatientIdInput!) {
    awaitRecords(input: $input) { id status statusSince }
  }
`)
const Forwarded = graphql(`
  mutation StatusStepDialog_Forwarded($input: PatientIdInput!) {
    markRecordsForwarded(input: $input) { id status statusSince }
  }
`)

type Step = {
  document: TypedDocumentNode<unknown, { input: { patientId: string } }>
  title: string
  /** The explanation after "moves to …". */
  meaning: string
}

const steps: Record<StepActionId, Step> = {
  mark_schedulable: {
    document: Schedulable,
    title: 'Mark Ready to Schedule',
    meaning: 'moves to Schedulable. After that, only an administrator can schedule a consultation.',
  },
  complete_treatment: {
    document: Treated,
    title: 'Mark Treatment Completed',
    meaning: 'moves to Treatment Completed. Booked appointments are kept.',
  },
  await_records: {
    document: Awaiting,
    title: 'Mark Pending Records',
    meaning: 'moves to Pending Records: the clinic waits for records.',
  },
  mark_forwarded: {
    document: Forwarded,
    title: 'Mark Records Forwarded',
    meaning:
      'moves to Records Forwarded. Use this if you sent the records outside Caseload. It changes only the status: no file is sent, and nothing is added to the accounting of disclosures.',
  },
}

/** Asks before moving a patient one status further. */
export function StatusStepDialog({ patient, step, onClose }: PatientDialogProps & { step: StepActionId }) {
  const { document, title, meaning } = steps[step]
  const { submit, isPending } = useSubmit({
    document,
    input: patientIdInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update patient status',
    onDone() {
      toast.success('Success', 'Patient status updated successfully')
      onClose()
    },
  })
  return (
    <Dialog
      title={title}
      description={`${fullName(patient)}, now at ${statusLabel(patient.status)}, ${meaning}`}
      onClose={onClose}
      isPending={isPending}
    >
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isPending={isPending}
          onClick={() => void submit({ patientId: patient.id })}
        >
          {title}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
