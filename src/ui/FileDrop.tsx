import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { message, zone } from './FileDrop.css.ts'
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
  /** Only one at a time is of use. */
  isSingle?: boolean | undefined
  onFiles: (files: File[]) => void
}

/** Takes files by picker, by drop, and by paste anywhere on the page while it is shown. */
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
    event.preventDefault() // otherwise the browser opens what is dropped
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

/** A paste that holds files belongs to `take`; one of text goes on to the field it was meant for. */
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
