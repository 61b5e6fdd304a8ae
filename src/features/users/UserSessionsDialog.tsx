import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast, toastFailure } from '#client/toast.ts'

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
  const client = useClient()
  const [{ data, error }, refetch] = useQuery({
    query: userSessions,
    variables: { userId: user.id },
    requestPolicy: 'network-only',
  })
  const [pending, setPending] = useState<string | null>(null)
  const sessions = data?.userSessions

  async function end(sessionId: string | null): Promise<void> {
    if (pending) return
    setPending(sessionId ?? 'all')
    const input = { userId: user.id, sessionId }
    const { error: refused } = await client.mutation(EndUserSessions, { input }).toPromise()
    setPending(null)
    refetch({ requestPolicy: 'network-only' })
    if (!refused) return toast.success('Success', sessionId ? 'Session ended' : 'All sessions ended')
    toastFailure(refused, 'Failed to end session')
  }

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
