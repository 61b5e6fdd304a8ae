import { type ReactNode, useId, useRef } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { Text } from 'react-aria-components/Text'
import { Button } from './Button.tsx'
import { hidden, message, zone } from './FileDrop.css.ts'
import { Icon } from './Icon.tsx'

type FileDropProps = {
  /** Names the place for whoever cannot see it. */
  label: string
  /** What the button says. */
  buttonLabel: string
  /** Endings offered by the picker, such as `.pdf`; what is dropped or pasted may be anything. */
  accept: readonly string[]
  /** What may be chosen, in words. */
  children: ReactNode
  error?: string | undefined
  isDisabled?: boolean | undefined
  onFiles: (files: File[]) => void
}

/** Takes files by picker, drop and paste. */
export function FileDrop({
  label,
  buttonLabel,
  accept,
  children,
  error,
  isDisabled,
  onFiles,
}: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [hintId, errorId] = [useId(), useId()]
  return (
    <div>
      <DropZone
        className={zone}
        isDisabled={isDisabled ?? false}
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => {
          const files = items.filter((item) => item.kind === 'file').map((item) => item.getFile())
          void Promise.all(files).then((given) => given.length > 0 && onFiles(given))
        }}
      >
        <Text slot="label" className={hidden}>
          {label}
        </Text>
        <Icon name="upload" />
        <Button
          isDisabled={isDisabled}
          aria-describedby={error ? `${hintId} ${errorId}` : hintId}
          onClick={() => picker.current?.click()}
        >
          {buttonLabel}
        </Button>
        <span id={hintId}>{children}</span>
      </DropZone>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={accept.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = '' // the same file may be chosen again
          if (files.length > 0) onFiles(files)
        }}
      />
      <div id={errorId} role="alert" className={message}>
        {error}
      </div>
    </div>
  )
}
