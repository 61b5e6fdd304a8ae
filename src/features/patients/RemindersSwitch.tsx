import { useFrame } from '#client/frame.ts'
import { useAction } from '#client/useAction.ts'
import { can } from '#domain/access/policy.ts'
import { NO_EMAIL } from '#domain/patients/noEmail.ts'
import { graphql } from '#generated/gql.ts'
import type { SetPatientRemindersInput } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { MomentDay } from '../time/Moment.tsx'
import { factButtons } from './PatientDialog.css.ts'

const SetReminders = graphql(`
  mutation RemindersSwitch($input: SetPatientRemindersInput!) {
    setPatientReminders(input: $input) { id remindersStoppedAt getsTexts }
  }
`)

type Props = {
  patient: {
    id: string
    email?: string | null | undefined
    remindersStoppedAt?: string | null | undefined
    dateOfDeath?: string | null | undefined
    canGetEmails: boolean
    getsTexts: boolean
    canGetTexts: boolean
  }
}

/** Whether and how the patient gets reminders, with buttons to change it on the patient's behalf. */
export function RemindersSwitch({ patient }: Props) {
  const { id, remindersStoppedAt, getsTexts, canGetTexts } = patient
  const { viewer } = useFrame()
  const { run, pending } = useAction()
  if (patient.dateOfDeath) return 'None, because the patient has died'
  const isStopped = Boolean(remindersStoppedAt)
  const change = (key: string, input: Omit<SetPatientRemindersInput, 'patientId'>, done: string) =>
    void run({
      document: SetReminders,
      variables: { input: { patientId: id, ...input } },
      key,
      done,
      fallback: 'Failed to change the reminders',
    })
  return (
    <>
      {remindersStoppedAt ? (
        <>
          Stopped <MomentDay at={remindersStoppedAt} />
        </>
      ) : (
        waysOf(patient)
      )}{' '}
      {can(viewer, 'patient.setReminders') && (
        <span className={factButtons}>
          <Button
            size="small"
            isPending={pending === 'reminders'}
            onClick={() =>
              change(
                'reminders',
                { isStopped: !isStopped },
                isStopped ? 'Reminders are sent again' : 'Reminders stopped',
              )
            }
          >
            {isStopped ? 'Send Reminders Again' : 'Stop Reminders'}
          </Button>
          {!isStopped && (getsTexts || canGetTexts) && (
            <Button
              size="small"
              isPending={pending === 'texts'}
              onClick={() =>
                change(
                  'texts',
                  { isStopped, byText: !getsTexts },
                  getsTexts ? 'Text messages stopped' : 'Reminders will also be sent by text message',
                )
              }
            >
              {getsTexts ? 'Stop Text Messages' : 'Patient Agrees to Text Messages'}
            </Button>
          )}
        </span>
      )}
    </>
  )
}

/** How reminders reach the patient, or why they do not. */
function waysOf({ email, canGetEmails, getsTexts, canGetTexts }: Props['patient']): string {
  const ways = [canGetEmails && 'e-mail', getsTexts && canGetTexts && 'text message'].filter(Boolean)
  if (ways.length > 0) return `By ${ways.join(' and ')}`
  return email ? 'Not sent: e-mail is not set up' : `Not sent: ${NO_EMAIL.toLowerCase()}`
}
