import { createContext, type ReactNode, use, useEffect, useId, useRef } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import * as styles from './Dialog.css.ts'
import { useFocusArrival } from './focusArrival.ts'
import { IconButton } from './IconButton.tsx'
import { useGuardedClose } from './useGuardedClose.ts'
import { HoldContext } from './useUnsaved.ts'

export type DialogProps = {
  title: string
  /** What will happen, or what the dialog is for. */
  description?: ReactNode
  /**
   * `small` is for questions and short forms. `wide` is for viewing, `full` for work that needs room, `tall` for the full
   * height; these have a close button at the top.
   */
  size?: 'small' | 'wide' | 'full' | 'tall' | undefined
  /** For a small dialog that loads content after it opens: its first content stays in place. */
  isGrowing?: boolean | undefined
  /** Keeps its height fixed, so that nothing moves while content loads. */
  isSteady?: boolean | undefined
  /** Omit it if the dialog is mounted only while open. */
  isOpen?: boolean | undefined
  /** Called when the dialog may close. If a form was changed, only after the user agreed to discard it. */
  onClose: () => void
  /**
   * Prevents closing while work is in progress. A click outside never closes a small dialog, because it may
   * hold input.
   */
  isPending?: boolean | undefined
  /** `alertdialog` is for questions about irreversible actions. */
  role?: 'dialog' | 'alertdialog' | undefined
  /** Buttons beside the title. */
  actions?: ReactNode
  /** `DialogBody` and `DialogFoot`, inside a `Form` if something is submitted. */
  children: ReactNode
}

const CloseContext = createContext<() => void>(() => undefined)

/**
 * A modal dialog. It keeps the focus until it closes, and then returns it. Esc, Back, the close button and a
 * click outside first ask if a form was changed.
 */
export function Dialog({ onClose, children, ...rest }: DialogProps) {
  const { hold, close, question } = useGuardedClose(onClose)
  return (
    <HoldContext value={hold}>
      <CloseContext value={close}>
        <Sheet {...rest} onClose={close}>
          {children}
        </Sheet>
        {question && <DiscardQuestion {...question} />}
      </CloseContext>
    </HoldContext>
  )
}

/** Closes the surrounding dialog, asking first if a form was changed. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Button onClick={use(CloseContext)}>{children}</Button>
}

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Sheet
      title="Discard changes?"
      description="Your changes have not been saved."
      role="alertdialog"
      onClose={onKeep}
    >
      <DialogFoot>
        <Button onClick={onKeep}>Keep Editing</Button>
        <Button variant="critical" onClick={onDiscard}>
          Discard
        </Button>
      </DialogFoot>
    </Sheet>
  )
}

function Sheet({
  title,
  description,
  size = 'small',
  isGrowing = size !== 'small',
  isSteady,
  isOpen = true,
  isPending,
  role = 'dialog',
  actions,
  ...rest
}: DialogProps) {
  const { onClose, children } = rest
  const descriptionId = useId()
  const shape = size === 'tall' ? size : isGrowing ? 'growing' : 'centered'
  const sheet = useRef<HTMLElement>(null)
  useFocusArrival(sheet, isOpen)
  return (
    <ModalOverlay
      className={styles.scrimOf[shape]}
      data-sheet
      isOpen={isOpen}
      onOpenChange={(isStaying) => isStaying || onClose()}
      isDismissable={(size === 'wide' || size === 'tall') && !isPending}
      isKeyboardDismissDisabled={isPending ?? false}
    >
      <Modal className={styles.modal[size]}>
        <AriaDialog
          ref={sheet}
          className={`${styles.dialogOf[shape]} ${isSteady ? styles.steady : ''}`}
          role={role}
          {...(description ? { 'aria-describedby': descriptionId } : {})}
        >
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title}>
              {title}
            </Heading>
            {size !== 'small' && (
              <span className={styles.close}>
                {actions}
                <IconButton icon="close" label="Close" onClick={onClose} isDisabled={isPending} />
              </span>
            )}
            {description && (
              <div id={descriptionId} className={styles.description}>
                {description}
              </div>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * The scrolling part of a dialog. It is focusable for keyboard scrolling if it contains nothing focusable.
 */
export function DialogBody({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const body = element.current
    if (!body) return
    const isTextOnly = !body.querySelector('a, button, input, select, textarea, [tabindex="0"]')
    if (isTextOnly && body.scrollHeight > body.clientHeight) body.tabIndex = 0
    else body.removeAttribute('tabindex')
  })
  return (
    <div ref={element} className={styles.body}>
      {children}
    </div>
  )
}

/** The buttons of a dialog: Cancel first, the action last. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
