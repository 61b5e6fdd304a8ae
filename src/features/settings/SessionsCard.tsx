import { useState } from 'react'
import { useAction } from '#client/useAction.ts'
import { paths } from '#domain/access/screens.ts'
import { graphql } from '#generated/gql.ts'
import type { SettingsQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { SessionList } from '../sessions/SessionList.tsx'

const ReportSession = lazy(() => import('./ReportSessionDialog.tsx').then((one) => one.ReportSessionDialog))

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
  const { run, pending } = useAction()
  const [reported, setReported] = useState<string | null>(null)
  const fallback = 'Failed to end session'

  const end = ({ id, isCurrent }: Session) =>
    run({
      document: EndSession,
      variables: { input: { sessionId: id } },
      key: id,
      done: isCurrent ? () => location.assign(paths.home) : 'Session ended',
      fallback,
      onAnswer: isCurrent ? undefined : onChanged,
    })
  const endOthers = () =>
    run({
      document: EndOthers,
      variables: {},
      key: 'others',
      done: 'All other sessions ended',
      fallback,
      onAnswer: onChanged,
    })

  return (
    <Card>
      <CardHead title="Sessions">
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <Button size="small" isPending={pending === 'others'} onClick={() => void endOthers()}>
            End All Others
          </Button>
        )}
      </CardHead>
      <SessionList
        label="Sessions"
        sessions={sessions}
        pendingId={pending}
        onEnd={(session) => void end(session as Session)}
        onReport={({ id }) => setReported(id)}
      />
      {reported && (
        <OnDemand>
          <ReportSession sessionId={reported} onClose={() => setReported(null)} />
        </OnDemand>
      )}
    </Card>
  )
}
