import { useCopy } from '#client/useCopy.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { line } from './Settings.css.ts'

type Props = { label: string; value: string; description?: string | undefined }

/** A text with a button that copies it. */
export function CopyField({ label, value, description }: Props) {
  const { isCopied, icon, onClick } = useCopy(value, 'text')

  return (
    <>
      <TextField label={label} value={value} isReadOnly description={description} />
      <div className={line}>
        <Button
          size="small"
          icon={icon}
          aria-label={`${isCopied ? 'Copied' : 'Copy'}: ${label}`}
          onClick={onClick}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </>
  )
}
