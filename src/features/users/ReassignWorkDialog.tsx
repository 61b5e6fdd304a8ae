import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { workInWords } from '#domain/users/assignedWork.ts'
import { reassignWorkInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { fullName } from '../patients/PatientRow.ts'

const Work = graphql(`
  query ReassignWorkDialog($userId: ID!) {
    assignedWork(userId: $userId) { user { id } patients openTasks appointments }
    assignableUsers { id firstName lastName role }
  }
`)

const Reassign = graphql(`
  mutation ReassignWorkDialog_Save($input: ReassignWorkInput!) {
    reassignWork(input: $input) { patients openTasks appointments }
  }
`)

type Props = { user: { id: string; firstName: string; lastName: string }; onClose: () => void }

/** Assigns the patients, open tasks and coming appointments of a user to a colleague. */
export function ReassignWorkDialog({ user, onClose }: Props) {
  const [{ data, error }] = useQuery({
    query: Work,
    variables: { userId: user.id },
    requestPolicy: 'network-only',
  })
  const [successorId, setSuccessor] = useState('')
  const { submit, errors, isPending } = useSubmit({
    document: Reassign,
    input: reassignWorkInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to reassign work',
    onDone({ reassignWork }) {
      toast.success(
        'Success',
        `Reassigned ${workInWords(reassignWork) ?? 'nothing, because nothing was left'}`,
      )
      onClose()
    },
  })
  const [work] = data?.assignedWork ?? []
  const inWords = work && workInWords(work)
  const successors = (data?.assignableUsers ?? []).filter(
    ({ id, role }) => id !== user.id && !(work && work.patients > 0 && role === 'admin'),
  )
  return (
    <Dialog
      title="Reassign Work"
      description={fullName(user)}
      isGrowing
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} onSubmit={() => void submit({ userId: user.id, successorId })}>
        <DialogBody>
          {error && (
            <Banner tone="critical" isAlert>
              {errorMessage(error, 'The work could not be loaded').message}
            </Banner>
          )}
          {!data && !error && <Skeleton rows={2} />}
          {work && !inWords && <p>{fullName(user)} has no patients, open tasks or coming appointments.</p>}
          {work && inWords && (
            <>
              <p>
                {fullName(user)} has {inWords}. Dropped patients are reassigned only with open tasks.
              </p>
              <SelectField
                name="successorId"
                label="Reassign To"
                isRequired
                options={successors.map((one) => ({ id: one.id, label: fullName(one) }))}
                value={successorId || null}
                placeholder="Choose a user"
                onChange={setSuccessor}
              />
              {work.patients > 0 && (
                <p>An attorney can read records only of patients whose signed form names that attorney.</p>
              )}
            </>
          )}
        </DialogBody>
        <DialogFoot>
          <DialogClose>{work && !inWords ? 'Close' : 'Cancel'}</DialogClose>
          {inWords && (
            <Button type="submit" variant="primary" isPending={isPending}>
              Reassign Work
            </Button>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
