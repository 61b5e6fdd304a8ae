import { useState } from 'react'
import { useQuery } from 'urql'
import { amountOf } from '#domain/amount.ts'
import { workInWords } from '#domain/users/assignedWork.ts'
import type { BulkBar_AssignmentPreviewQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { patientAssignees } from '../patients/assignees.ts'
import { fullName } from '../patients/PatientRow.ts'
import { NamedPatients } from './NamedPatients.tsx'

/** The ID of the chosen user, and what to know about the selected patients. */
export type Asked = BulkBar_AssignmentPreviewQuery['assignmentPreview'] & { assignee: string }

type Props = Asked & {
  isPending: boolean
  onAssign: (transfersWork: boolean) => void
  onClose: () => void
}

/**
 * Before the job starts: names the selected patients whose records the new attorney could not see, and asks whether the work of the
 * present assignees follows the patients.
 */
export function AssignPatients({ assignee, isPending, onAssign, onClose, ...asked }: Props) {
  const [{ data }] = useQuery({ query: patientAssignees })
  const user = data?.assignableUsers.find(({ id }) => id === assignee)
  const attorney = user ? fullName(user) : 'The attorney'
  const { formerAssignees: former, openTaskCount: openTasks, appointmentCount: appointments } = asked
  const work = workInWords({ patients: 0, openTasks, appointments })
  // An attorney can no longer see the work. Staff can, and may go on with what they began.
  const [isMoved, setMoved] = useState(former.some(({ role }) => role !== 'staff'))
  const isWarned = asked.unnamedCount + asked.openCount > 0
  return (
    <Dialog title="Assign Patients" onClose={onClose} isPending={isPending}>
      <DialogBody>
        {asked.unnamedCount > 0 && (
          <>
            <Banner tone="caution" icon="lock" title={`Signed forms that do not name ${attorney}`}>
              {attorney} can see these patients but none of their records until they sign a new form.
            </Banner>
            <NamedPatients
              label="Patients whose signed form does not name the attorney"
              count={asked.unnamedCount}
              patients={asked.unnamedPatients}
            />
          </>
        )}
        {asked.openCount > 0 && (
          <>
            <Banner tone="caution" title={`Forms to sign that name another attorney than ${attorney}`}>
              These patients have a form that they have not signed yet. Resend it after the assignment, so
              that it names {attorney}.
            </Banner>
            <NamedPatients
              label="Patients with a form to sign that names another attorney"
              count={asked.openCount}
              patients={asked.openPatients}
            />
          </>
        )}
        {work && (
          <Checkbox isSelected={isMoved} onChange={setMoved}>
            Also give {attorney} the {work} that {namesOf(former)} {former.length === 1 ? 'has' : 'have'} for
            these patients
          </Checkbox>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" isPending={isPending} onClick={() => onAssign(isMoved)}>
          {isWarned ? 'Assign Anyway' : 'Assign Patients'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const NAMES_MAX = 3
const list = new Intl.ListFormat('en-US')

/** "Lee Park and Ana Ruiz", or "Lee Park, Ana Ruiz, Jo Ek, and 2 others". */
function namesOf(users: Asked['formerAssignees']): string {
  const names = users.slice(0, NAMES_MAX).map(fullName)
  const more = users.length - names.length
  return list.format(more > 0 ? [...names, amountOf(more, 'other')] : names)
}
