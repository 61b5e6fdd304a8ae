import type { ForwardRecordsDialog_SendMutation } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { fullName, type PatientRow } from '../patients/PatientRow.ts'
import { MomentDay } from '../time/Moment.tsx'
import { SecretLink } from './SecretLink.tsx'

type Props = {
  made: ForwardRecordsDialog_SendMutation['forwardRecords']
  patient: PatientRow
  onClose: () => void
}

/** The result of forwarding: the link, and whether it was e-mailed. */
export function ForwardedNow({ made, patient, onClose }: Props) {
  const { recipient, expiresAt } = made.forwarding
  return (
    <Dialog title="Records Forwarded" description={fullName(patient)} onClose={onClose}>
      <SecretLink path={made.path} onClose={onClose}>
        <Banner tone={made.isMailed ? 'positive' : 'caution'} icon={made.isMailed ? 'check' : 'lock'}>
          {made.isMailed
            ? `${fullName(recipient)} will receive the link by e-mail.`
            : `E-mail is not set up. Give the link only to ${fullName(recipient)}.`}{' '}
          It works until <MomentDay at={expiresAt} />, or until the consent ends.
        </Banner>
      </SecretLink>
    </Dialog>
  )
}
