import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { scheduleConsultationInput } from '#domain/patients/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { fullName } from './PatientRow.ts'
import type { PatientDialogProps } from './patientDialogs.tsx'

const ScheduleConsultation = graphql(`
  mutation ScheduleDialog($input: ScheduleConsultationInput!) {
    scheduleConsultation(input: $input) { id consultationDate consultationTime consultationLocation }
  }
`)

const typed = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Record<
    'consultationDate' | 'consultationTime' | 'consultationLocation',
    string
  >

/** Sets or moves a patient's consultation; day and time are the clinic's. */
export function ScheduleDialog({ patient, onClose }: PatientDialogProps) {
  const { timeZone } = useFrame()
  const isUpdate = Boolean(
    patient.consultationDate && patient.consultationTime && patient.consultationLocation,
  )
  const verb = isUpdate ? 'Update Consultation' : 'Schedule Consultation'
  const memory = useDraft('schedule_consultation', patient.id)
  const { submit, errors, isPending } = useSubmit({
    document: ScheduleConsultation,
    input: scheduleConsultationInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to schedule consultation',
    onDone() {
      toast.success('Success', 'Consultation scheduled successfully')
      onClose()
    },
  })

  return (
    <Dialog title={verb} description={fullName(patient)} onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={(event) => void submit({ ...typed(event.currentTarget), patientId: patient.id })}
      >
        <DialogBody>
          <FieldPair>
            <DateField
              name="consultationDate"
              label="Date"
              isRequired
              autoFocus
              defaultValue={patient.consultationDate ?? ''}
            />
            <TimeField
              name="consultationTime"
              label="Time"
              isRequired
              defaultValue={patient.consultationTime ?? ''}
              description={`24-hour, ${timeZone.replaceAll('_', ' ')}`}
            />
          </FieldPair>
          <TextField
            name="consultationLocation"
            label="Location"
            isRequired
            autoComplete="off"
            defaultValue={patient.consultationLocation ?? ''}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {verb}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
