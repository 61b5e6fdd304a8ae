import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useAction } from '#client/useAction.ts'

import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { SessionList } from '../sessions/SessionList.tsx'
import type { UserDialogProps } from './userDocuments.ts'

const userSessions = graphql(`
  query UserSessionsDialog($userId: ID!) {
    userSessions(userId: $userId) { ...SessionRow }
  }
`)

const EndUserSessions = graphql(`
  mutation UserSessionsDialog_End($input: EndUserSessionsInput!) { endUserSessions(input: $input) }
`)

/** Lists a user's sessions and lets an administrator end them. */
export function UserSessionsDialog({ user, onClose }: UserDialogProps) {
  const [{ data, error }, refetch] = useQuery({
    query: userSessions,
    variables: { userId: user.id },
    requestPolicy: 'network-only',
  })
  const { run, pending } = useAction()
  const sessions = data?.userSessions

  const end = (sessionId: string | null) =>
    run({
      document: EndUserSessions,
      variables: { input: { userId: user.id, sessionId } },
      key: sessionId ?? 'all',
      done: sessionId ? 'Session ended' : 'All sessions ended',
      fallback: 'Failed to end session',
      onAnswer: () => refetch({ requestPolicy: 'network-only' }),
    })

  return (
    <Dialog title={`Sessions of ${fullName(user)}`} size="wide" onClose={onClose}>
      <DialogBody>
        {sessions === undefined && !error && <Skeleton />}
        {error && <EmptyState text={errorMessage(error, 'The sessions could not be loaded.').message} />}
        {sessions?.length === 0 && <EmptyState text="Not signed in anywhere" />}
        {sessions && sessions.length > 0 && (
          <SessionList
            label={`Sessions of ${fullName(user)}`}
            sessions={sessions}
            pendingId={pending}
            onEnd={({ id }) => void end(id)}
          />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        {sessions && sessions.length > 0 && (
          <Button isPending={pending === 'all'} onClick={() => void end(null)}>
            End All Sessions
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
