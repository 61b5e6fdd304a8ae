import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { line } from './Settings.css.ts'

type Props = { label: string; value: string; description?: string | undefined }

/** A text with a button that copies it. */
export function CopyField({ label, value, description }: Props) {
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      toast.failure('Error', 'The text could not be copied. Select it and copy it yourself.')
    }
  }

  return (
    <>
      <TextField label={label} value={value} isReadOnly description={description} />
      <div className={line}>
        <Button
          size="small"
          icon={isCopied ? 'check' : 'copy'}
          aria-label={`${isCopied ? 'Copied' : 'Copy'}: ${label}`}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </>
  )
}
