import { createContext, type ReactNode, use, useEffect, useId, useRef } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import * as styles from './Dialog.css.ts'
import { useFocusArrival } from './focusArrival.ts'
import { IconButton } from './IconButton.tsx'
import { HoldContext } from './unsaved.ts'
import { useGuardedClose } from './useGuardedClose.ts'

export type DialogProps = {
  title: string
  /** What is about to happen, or what this is for. */
  description?: ReactNode
  /**
   * `wide` is for looking at something, `full` for work that needs room, `tall` for what takes all the room there is; these
   * have a close button at the top.
   */
  size?: 'small' | 'wide' | 'full' | 'tall' | undefined
  /** Leave out where the dialog is mounted only while open. */
  isOpen?: boolean | undefined
  /** Called when it may close: where a form in it was changed, only once the person agreed to lose that. */
  onClose: () => void
  /** While work is under way nothing closes it. Pressing beside a small one never does: it may hold what was typed. */
  isPending?: boolean | undefined
  /** `alertdialog` asks about something that cannot be undone. */
  role?: 'dialog' | 'alertdialog' | undefined
  /** `DialogBody` and `DialogFoot`, inside a `Form` where something is sent. */
  children: ReactNode
}

const CloseContext = createContext<() => void>(() => undefined)

/**
 * A sheet over the page that keeps the focus until it closes, and then gives it back to what had it. Esc, Back, the
 * close button and a press beside it ask first if a form in it was changed.
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

/** Leaves the dialog it stands in, asking first if a form in it was changed. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Button onClick={use(CloseContext)}>{children}</Button>
}

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Sheet
      title="Discard changes?"
      description="What you changed here has not been saved."
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
  isOpen = true,
  isPending,
  role = 'dialog',
  ...rest
}: DialogProps) {
  const { onClose, children } = rest
  const descriptionId = useId()
  const sheet = useRef<HTMLElement>(null)
  useFocusArrival(sheet, isOpen)
  return (
    <ModalOverlay
      className={styles.scrimOf[size]}
      data-sheet
      isOpen={isOpen}
      onOpenChange={(isStaying) => isStaying || onClose()}
      isDismissable={(size === 'wide' || size === 'tall') && !isPending}
      isKeyboardDismissDisabled={isPending ?? false}
    >
      <Modal className={styles.modal[size]}>
        <AriaDialog
          ref={sheet}
          className={styles.dialogOf[size]}
          role={role}
          {...(description ? { 'aria-describedby': descriptionId } : {})}
        >
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title}>
              {title}
            </Heading>
            {size !== 'small' && (
              <span className={styles.close}>
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

/** The part of a dialog that scrolls, with the keyboard too where it holds nothing else to focus. */
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

/** The buttons of a dialog: Cancel first, the verb last. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
