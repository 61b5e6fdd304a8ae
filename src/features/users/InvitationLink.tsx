import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { CopyField } from '../settings/CopyField.tsx'
import { Moment } from '../time/Moment.tsx'

type Props = { link: string; expiresAt: string; onClose: () => void }

/** The link of an invitation that was not e-mailed, because no mail is set up. */
export const InvitationLink = ({ link, expiresAt, onClose }: Props) => (
  <Dialog title="Invitation Created" onClose={onClose}>
    <DialogBody>
      <Banner tone="caution" icon="lock">
        You'll see this link only once. Give it to the user yourself, because no e-mail is set up. Anyone who
        has it can set the password.
      </Banner>
      <CopyField label="Link" value={link} />
      <p>
        The link works once, until <Moment at={expiresAt} />.
      </p>
    </DialogBody>
    <DialogFoot>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)
