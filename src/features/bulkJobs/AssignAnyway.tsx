import { useQuery } from 'urql'
import type { BulkBar_AssignmentPreviewQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { patientAssignees } from '../patients/assignees.ts'
import { fullName } from '../patients/PatientRow.ts'
import { NamedPatients } from './NamedPatients.tsx'

/** The chosen attorney, and the patients whose forms do not name that attorney. */
export type Warned = BulkBar_AssignmentPreviewQuery['assignmentPreview'] & { assignee: string }

type Props = Warned & { isPending: boolean; onAssign: () => void; onClose: () => void }

/** Names the selected patients whose records the new attorney could not see, before the job starts. */
export function AssignAnyway({ assignee, isPending, onAssign, onClose, ...warned }: Props) {
  const [{ data }] = useQuery({ query: patientAssignees })
  const user = data?.assignableUsers.find(({ id }) => id === assignee)
  const attorney = user ? fullName(user) : 'The attorney'
  return (
    <Dialog title="Assign Patients" onClose={onClose} isPending={isPending}>
      <DialogBody>
        {warned.unnamedCount > 0 && (
          <>
            <Banner tone="caution" icon="lock" title={`Signed forms that do not name ${attorney}`}>
              {attorney} can see these patients but none of their records until they sign a new form.
            </Banner>
            <NamedPatients
              label="Patients whose signed form does not name the attorney"
              count={warned.unnamedCount}
              patients={warned.unnamedPatients}
            />
          </>
        )}
        {warned.openCount > 0 && (
          <>
            <Banner tone="caution" title={`Forms to sign that name another attorney than ${attorney}`}>
              These patients have a form that they have not signed yet. Resend it after the assignment, so
              that it names {attorney}.
            </Banner>
            <NamedPatients
              label="Patients with a form to sign that names another attorney"
              count={warned.openCount}
              patients={warned.openPatients}
            />
          </>
        )}
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
