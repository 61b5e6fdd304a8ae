import { useFrame } from '#client/frame.ts'
import { useAction } from '#client/useAction.ts'
import { can } from '#domain/access/policy.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { MomentDay } from '../time/Moment.tsx'
import { notPrinted } from './PatientDialog.css.ts'

const SetReminders = graphql(`
  mutation RemindersSwitch($input: SetPatientRemindersInput!) {
    setPatientReminders(input: $input) { id remindersStoppedAt }
  }
`)

type Props = { patient: { id: string; remindersStoppedAt?: string | null | undefined } }

/** Whether the patient gets reminders, with the button to stop or resume them on the patient's behalf. */
export function RemindersSwitch({ patient: { id, remindersStoppedAt } }: Props) {
  const { viewer } = useFrame()
  const { run, pending } = useAction()
  const isStopped = Boolean(remindersStoppedAt)
  return (
    <>
      {remindersStoppedAt ? (
        <>
          Stopped <MomentDay at={remindersStoppedAt} />
        </>
      ) : (
        'By e-mail'
      )}{' '}
      {can(viewer, 'patient.setReminders') && (
        <span className={notPrinted}>
          <Button
            size="small"
            isPending={pending === 'reminders'}
            onClick={() =>
              void run({
                document: SetReminders,
                variables: { input: { patientId: id, isStopped: !isStopped } },
                key: 'reminders',
                done: isStopped ? 'Reminders are sent again' : 'Reminders stopped',
                fallback: 'Failed to change the reminders',
              })
            }
          >
            {isStopped ? 'Send Reminders Again' : 'Stop Reminders'}
          </Button>
        </span>
      )}
    </>
  )
}
