import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { CopyField } from './CopyField.tsx'

type Props = {
  title: string
  secret: string
  /** What a person with the secret can do. */
  warning: string
  onClose: () => void
}

/** Shows a secret the only time. */
export function ShownSecret({ title, secret, warning, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <Banner tone="caution" icon="lock">
          You'll see this only once. {warning}
        </Banner>
        <CopyField label="Secret" value={secret} />
      </DialogBody>
      <DialogFoot>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
