import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { message, zone } from './FileDrop.css.ts'
import { Icon } from './Icon.tsx'

type FileDropProps = {
  /** The accessible name. */
  label: string
  /** The button's label. */
  buttonLabel: string
  /** Extensions for the file picker, such as `.pdf`. Dropped or pasted files may have any type. */
  accept: readonly string[]
  /** The accepted files as text. */
  children: ReactNode
  error?: string | undefined
  isDisabled?: boolean | undefined
  /** Whether only one file can be chosen. */
  isSingle?: boolean | undefined
  onFiles: (files: File[]) => void
}

/** Accepts files by picker, by drop, and by paste anywhere on the page. */
export function FileDrop({
  label,
  buttonLabel,
  accept,
  children,
  error,
  isDisabled,
  isSingle = false,
  onFiles,
}: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [hintId, errorId] = [useId(), useId()]
  usePastedFiles((files) => {
    if (isDisabled || !files?.length) return false
    onFiles([...files])
    return true
  })

  function dragOver(event: DragEvent): void {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault() // otherwise the browser opens the dropped file
    setOver(true)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    if (!isDisabled && event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
  }

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way beside the button, which keys reach */}
      <div
        className={zone}
        data-drop-target={isOver || undefined}
        onDragEnter={dragOver}
        onDragOver={dragOver}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        <Button
          isDisabled={isDisabled}
          aria-describedby={error ? `${hintId} ${errorId}` : hintId}
          onClick={() => picker.current?.click()}
        >
          {buttonLabel}
        </Button>
        <span id={hintId}>{children}</span>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        multiple={!isSingle}
        aria-label={label}
        accept={accept.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = '' // allows the same file to be chosen again
          if (files.length > 0) onFiles(files)
        }}
      />
      <div id={errorId} role="alert" className={message}>
        {error}
      </div>
    </div>
  )
}

/** Passes pasted files to `take`; pasted text goes to its field. */
function usePastedFiles(take: (files: FileList | undefined) => boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (take(event.clipboardData?.files)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
