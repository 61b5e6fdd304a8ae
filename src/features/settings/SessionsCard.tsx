import { useState } from 'react'
import { useClient } from 'urql'
import { toast, toastFailure } from '#client/toast.ts'

import { paths } from '#domain/access/screens.ts'
import { graphql } from '#generated/gql.ts'
import type { SettingsQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { SessionList } from '../sessions/SessionList.tsx'

const EndSession = graphql(
  `mutation SessionsCard_End($input: EndSessionInput!) { endSession(input: $input) }`,
)
const EndOthers = graphql(`mutation SessionsCard_EndOthers { endOtherSessions }`)

type Session = SettingsQuery['mySessions'][number]

/** Lists the user's own sessions, so that an unknown session can be noticed and ended. */
export function SessionsCard({
  sessions,
  onChanged,
}: {
  sessions: readonly Session[]
  onChanged: () => void
}) {
  const client = useClient()
  const [pending, setPending] = useState<string | null>(null)

  async function end(session: Session | null): Promise<void> {
    if (pending) return
    setPending(session?.id ?? 'others')
    const { error } = session
      ? await client.mutation(EndSession, { input: { sessionId: session.id } }).toPromise()
      : await client.mutation(EndOthers, {}).toPromise()
    setPending(null)
    if (session?.isCurrent && !error) return location.assign(paths.home)
    onChanged()
    if (!error) return toast.success('Success', session ? 'Session ended' : 'All other sessions ended')
    toastFailure(error, 'Failed to end session')
  }

  return (
    <Card>
      <CardHead title="Sessions">
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <Button size="small" isPending={pending === 'others'} onClick={() => void end(null)}>
            End All Others
          </Button>
        )}
      </CardHead>
      <SessionList
        label="Sessions"
        sessions={sessions}
        pendingId={pending}
        onEnd={(session) => void end(session as Session)}
      />
    </Card>
  )
}
