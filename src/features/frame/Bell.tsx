import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useSessionEnded } from '#client/session.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { countsQuery, showInSidebar } from './counted.ts'

const Alerts = lazy(() => import('./Alerts.tsx').then((one) => one.Alerts))

/** The number of unread alerts and the panel with them. The sidebar's counts come from the same query. */
export function Bell() {
  const [{ data }] = useQuery({ query: countsQuery })
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const hasEnded = useSessionEnded()
  const counts = data?.counts
  const unread = hasEnded ? 0 : (counts?.unreadAlerts ?? 0)

  useEffect(() => {
    if (counts) showInSidebar(counts)
  }, [counts])

  return (
    <>
      <IconButton
        {...onIntent(Alerts.load)}
        ref={trigger}
        icon="bell"
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        count={unread}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        isDisabled={hasEnded}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      />
      {wasOpened && !hasEnded && (
        <OnDemand>
          <Alerts unread={unread} triggerRef={trigger} isOpen={isOpen} onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  )
}
