import type { ReactNode } from 'react'
import { useCopy } from '#client/useCopy.ts'
import { Button } from '#ui/Button.tsx'
import { DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'

/** A secret link to copy; `children` say with whom it may be shared. */
export function SecretLink({
  path,
  children,
  onClose,
}: {
  path: string
  children: ReactNode
  onClose: () => void
}) {
  const address = new URL(path, location.origin).href
  const { isCopied, icon, onClick } = useCopy(address, 'link')

  return (
    <>
      <DialogBody>
        <TextField label="Link" value={address} isReadOnly />
        {children}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" icon={icon} onClick={onClick}>
          {isCopied ? 'Copied' : 'Copy Link'}
        </Button>
      </DialogFoot>
    </>
  )
}
