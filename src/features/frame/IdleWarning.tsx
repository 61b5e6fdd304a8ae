import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { sessionEnd } from '#client/sessionClock.ts'
import { paths } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { visuallyHidden } from '#ui/type.css.ts'
import { releasePage } from '#ui/unsaved.ts'

/**
 * The query that extends a session. It must differ from the query of `IdleWatch`, which does not extend it:
 * identical queries would share one response.
 */
const StaySignedIn = graphql(`query IdleWarning { me { id } }`)

/** How often a screen reader announces the remaining time, in seconds. */
const SAID_EVERY = 30

/**
 * Counts down to the end of the session. If activity could extend it, asks whether the user is still there.
 */
export function IdleWarning({ onDismiss }: { onDismiss: () => void }) {
  const client = useClient()
  const seconds = useSecondsLeft()
  const [isPending, setPending] = useState(false)
  const isFinal = sessionEnd()?.isFinal ?? false

  async function stay(): Promise<void> {
    if (isPending) return
    if (isFinal) return onDismiss()
    setPending(true)
    await client.query(StaySignedIn, {}, { requestPolicy: 'network-only' }).toPromise()
    setPending(false)
  }

  return (
    <Dialog title="Are you still there?" role="alertdialog" onClose={() => void stay()}>
      <DialogBody>
        <p aria-hidden="true">You will be signed out in {clock(seconds)}.</p>
        <p role="status" className={visuallyHidden}>
          You will be signed out in {inWords(Math.ceil(seconds / SAID_EVERY) * SAID_EVERY)}.
        </p>
        <p>
          {isFinal
            ? 'You’ve reached the maximum time for one sign-in. Finish what you’re doing and sign in again.'
            : 'You’ve been inactive for a while. Signing you out keeps others from reading your screen.'}
        </p>
      </DialogBody>
      <DialogFoot>
        <form method="post" action={paths.signOut} onSubmit={releasePage}>
          <Button type="submit" isBlock>
            Sign Out
          </Button>
        </form>
        <Button variant="primary" isPending={isPending} onClick={() => void stay()}>
          {isFinal ? 'Finish First' : 'Stay Signed In'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function useSecondsLeft(): number {
  const read = () => Math.max(0, Math.ceil(((sessionEnd()?.at ?? 0) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(read()), 250)
    return () => clearInterval(timer)
  })
  return seconds
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function inWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const words = [minutes > 0 && amountOf(minutes, 'minute'), rest > 0 && amountOf(rest, 'second')]
  return words.filter(Boolean).join(' and ') || 'a moment'
}
