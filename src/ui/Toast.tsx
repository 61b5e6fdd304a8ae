import { useEffect, useMemo, useRef, useState } from 'react'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  type QueuedToast,
  Text,
  UNSTABLE_ToastContent as ToastBody,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components/Toast'
import { createRoot } from 'react-dom/client'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { swipeRight } from './swipe.ts'
import * as styles from './Toast.css.ts'

/** The content of a toast. */
export type ToastContent = {
  title: string
  description?: string | undefined
  /** More details: whether data is safe, the next step, a reference. */
  detail?: string | undefined
  tone: 'success' | 'destructive'
  /** One action such as Undo; the toast closes when it is pressed. */
  action?: { label: string; onPress: () => void } | undefined
}

export { keepFocus } from './keepFocus.ts'

const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 1 })
let isMounted = false

/**
 * Shows a toast instead of the previous one. The first one adds the region to the page, as a React root of its
 * own, so that pages without React can show toasts too.
 */
export function showToast(content: ToastContent, timeout: number): void {
  queue.clear()
  queue.add(content, { timeout })
  if (isMounted) return
  isMounted = true
  // react-aria draws the region at the end of the body, so the root's own element stays out of the page.
  createRoot(document.createElement('div'), { identifierPrefix: 'toast' }).render(<ToastRegion />)
}

/** Hovering or focusing the toast stops its timer; F8 focuses it. */
function ToastRegion() {
  const region = useRef<HTMLDivElement>(null)
  useFocusKey(region)
  // A region that lost a focused toast would take the focus again for later toasts.
  const [round, setRound] = useState(0)

  function close(key: string) {
    queue.close(key)
    setRound(round + 1)
  }

  return (
    <AriaToastRegion
      key={round}
      ref={region}
      queue={queue}
      className={styles.region}
      aria-label="Notifications"
    >
      {({ toast }) => (
        <OneToast key={toast.key} toast={toast} region={region} onClose={() => close(toast.key)} />
      )}
    </AriaToastRegion>
  )
}

function useFocusKey(region: { current: HTMLElement | null }) {
  useEffect(() => {
    function focusRegion(event: KeyboardEvent) {
      if (event.key === 'F8') region.current?.focus()
    }
    window.addEventListener('keydown', focusRegion)
    return () => window.removeEventListener('keydown', focusRegion)
  }, [region])
}

type OneToastProps = {
  toast: QueuedToast<ToastContent>
  region: { current: HTMLElement | null }
  onClose: () => void
}

function OneToast({ toast, region, onClose }: OneToastProps) {
  const { title, description, detail, tone, action } = toast.content
  const latestClose = useRef(onClose)
  latestClose.current = onClose
  // react-aria starts the timer even if the pointer or focus is already on the toast.
  useEffect(() => {
    if (region.current?.matches(':hover, :focus-within')) toast.timer?.pause()
  }, [toast, region])
  const swipe = useMemo(() => swipeRight(() => latestClose.current()), [])

  function act() {
    onClose()
    action?.onPress()
  }

  return (
    <AriaToast toast={toast} className={styles.toast[tone]} {...swipe}>
      <span className={styles.icon[tone]}>
        <Icon name={tone === 'success' ? 'check' : 'alert'} />
      </span>
      <ToastBody>
        <Text slot="title" className={styles.title}>
          {title}
        </Text>
        {description && (
          <Text slot="description" className={styles.description}>
            {description}
            {detail && <span className={styles.detail}>{detail}</span>}
          </Text>
        )}
      </ToastBody>
      <span className={styles.action}>
        {action && (
          <Button size="small" onClick={act}>
            {action.label}
          </Button>
        )}
      </span>
      <span className={styles.close}>
        <IconButton icon="close" label="Close" size="small" onClick={onClose} />
      </span>
    </AriaToast>
  )
}
