import { type ReactNode, useState } from 'react'
import { toast } from '#client/toast.ts'
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
  const [isCopied, setCopied] = useState(false)
  const address = new URL(path, location.origin).href

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      toast.failure('Error', 'The link could not be copied. Select it and copy it yourself.')
    }
  }

  return (
    <>
      <DialogBody>
        <TextField label="Link" value={address} isReadOnly />
        {children}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy Link'}
        </Button>
      </DialogFoot>
    </>
  )
}
