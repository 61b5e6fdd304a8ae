import { useQuery } from 'urql'
import { amountOf } from '#domain/amount.ts'
import type { BulkBar_AssignmentPreviewQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { patientAssignees } from '../patients/assignees.ts'
import { fullName } from '../patients/PatientRow.ts'

/** The chosen attorney, and the patients whose signed form names somebody else. */
export type Warned = BulkBar_AssignmentPreviewQuery['assignmentPreview'] & { assignee: string }

type Props = Warned & { isPending: boolean; onAssign: () => void; onClose: () => void }

/** Names the selected patients whose records the new attorney could not see, before the job starts. */
export function AssignAnyway(props: Props) {
  const { assignee, unnamedCount, unnamedPatients, isPending, onAssign, onClose } = props
  const [{ data }] = useQuery({ query: patientAssignees })
  const user = data?.assignableUsers.find(({ id }) => id === assignee)
  const attorney = user ? fullName(user) : 'The attorney'
  const more = unnamedCount - unnamedPatients.length
  return (
    <Dialog title="Assign Patients" onClose={onClose} isPending={isPending}>
      <DialogBody>
        <Banner tone="caution" icon="lock" title={`Signed forms that do not name ${attorney}`}>
          {attorney} can see these patients but none of their records until they sign a new form.
        </Banner>
        <ul aria-label="Patients whose form names somebody else">
          {unnamedPatients.map((patient) => (
            <li key={patient.id}>{fullName(patient)}</li>
          ))}
          {more > 0 && <li>and {amountOf(more, 'more patient')}</li>}
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" isPending={isPending} onClick={onAssign}>
          Assign Anyway
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
