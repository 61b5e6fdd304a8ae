import { useEffect } from 'react'
import { useMutation } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useCopy } from '#client/useCopy.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { MomentDay } from '../time/Moment.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'
import { QrCode } from './QrCode.tsx'

const ShowSigningLink = graphql(`
  mutation SigningLinkDialog($input: PatientIdInput!) {
    showSigningLink(input: $input) { path email sentAt expiresAt }
  }
`)

/** Shows the patient's signing link to share when mail is off. Opening this is audited. */
export function SigningLinkDialog({ patient, onClose }: PatientDialogProps) {
  const [{ data, error }, show] = useMutation(ShowSigningLink)
  useEffect(() => {
    void show({ input: { patientId: patient.id } })
  }, [show, patient.id])
  const link = data?.showSigningLink
  const address = link ? new URL(link.path, location.origin).href : ''
  const { isCopied, icon, onClick } = useCopy(address, 'link')

  return (
    <Dialog title="Signing Link" isGrowing description={fullName(patient)} onClose={onClose}>
      <DialogBody>
        {error && (
          <Banner tone="critical" isAlert>
            {errorMessage(error, 'The link could not be shown').message}
          </Banner>
        )}
        {!link && !error && <Skeleton rows={7} />}
        {link && (
          <>
            <TextField label="Link" value={address} isReadOnly />
            <QrCode text={address} label="QR code of the link, for the patient’s phone" />
            <Banner tone="caution" icon="lock">
              Anyone with this link can sign for the patient. Give it only to {link.email}. It works once,
              until <MomentDay at={link.expiresAt} />.
            </Banner>
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        {link && (
          <Button variant="primary" icon={icon} onClick={onClick}>
            {isCopied ? 'Copied' : 'Copy Link'}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
