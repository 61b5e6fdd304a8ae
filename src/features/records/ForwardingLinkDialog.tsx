import { useEffect } from 'react'
import { useMutation } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import type { ForwardingRowFragment } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { MomentDay } from '../time/Moment.tsx'
import { showForwardingLink } from './forwardingDocuments.ts'
import { SecretLink } from './SecretLink.tsx'

type Props = { patientId: string; forwarding: ForwardingRowFragment; onClose: () => void }

/** Shows the link of a forwarding again. Opening this is audited. */
export function ForwardingLinkDialog({ patientId, forwarding, onClose }: Props) {
  const [{ data, error }, show] = useMutation(showForwardingLink)
  useEffect(() => {
    void show({ input: { patientId, forwardingId: forwarding.id } })
  }, [show, patientId, forwarding.id])
  const link = data?.showForwardingLink
  const name = fullName(forwarding.recipient)
  return (
    <Dialog title="Link to Records" isGrowing description={name} onClose={onClose}>
      {link ? (
        <SecretLink path={link.path} onClose={onClose}>
          <Banner tone="caution" icon="lock">
            Anyone with this link can open the records. Give it only to {name} ({link.email}). It works until{' '}
            <MomentDay at={link.expiresAt} />, or until the consent ends.
          </Banner>
        </SecretLink>
      ) : (
        <>
          <DialogBody>
            {error ? (
              <Banner tone="critical" isAlert>
                {errorMessage(error, 'The link could not be shown').message}
              </Banner>
            ) : (
              <Skeleton rows={1} />
            )}
          </DialogBody>
          <DialogFoot>
            <DialogClose>Close</DialogClose>
          </DialogFoot>
        </>
      )}
    </Dialog>
  )
}
