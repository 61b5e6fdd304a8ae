import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { toldFailure } from '#client/failure.ts'
import { toast } from '#client/toast.ts'
import { toastFailure } from '#client/toastFailure.ts'
import { graphql } from '#generated/gql.ts'
import type { ApiKeysQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { strong } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { Moment, MomentDay } from '../time/Moment.tsx'

const apiKeys = graphql(`
  query ApiKeys($after: String) {
    apiKeys(first: 25, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges {
        node { id name scope expiresAt lastUsedAt revokedAt isUsable user { id firstName lastName } }
      }
    }
  }
`)

const RevokeKey = graphql(`
  mutation ApiKeys_Revoke($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { id revokedAt isUsable } }
`)

type Key = ApiKeysQuery['apiKeys']['edges'][number]['node']

/** The keys that programs use, newest first, the ended ones too. */
export function ApiKeys() {
  const client = useClient()
  const [after, setAfter] = useState<string | null>(null)
  const [{ data, error }] = useQuery({
    query: apiKeys,
    variables: { after },
    requestPolicy: 'cache-and-network',
  })
  const [pending, setPending] = useState<string | null>(null)

  async function revoke({ id }: Key): Promise<void> {
    if (pending) return
    setPending(id)
    const { error: refused } = await client.mutation(RevokeKey, { input: { apiKeyId: id } }).toPromise()
    setPending(null)
    if (!refused) return toast.success('Success', 'API key revoked successfully')
    toastFailure(refused, 'Failed to revoke API key')
  }

  if (error && !data) return <EmptyState text={toldFailure(error, 'The keys could not be loaded.').message} />
  if (!data) return <Skeleton />
  const { edges, pageInfo } = data.apiKeys
  if (edges.length === 0) return <EmptyState text="No API keys" />
  return (
    <>
      <List label="API Keys">
        {edges.map(({ node }) => (
          <KeyItem
            key={node.id}
            apiKey={node}
            isPending={pending === node.id}
            onRevoke={() => void revoke(node)}
          />
        ))}
      </List>
      {(after || pageInfo.hasNextPage) && (
        <Button
          size="small"
          onClick={() => setAfter(pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null)}
        >
          {pageInfo.hasNextPage ? 'Older Keys' : 'Newest Keys'}
        </Button>
      )}
    </>
  )
}

type ItemProps = { apiKey: Key; isPending: boolean; onRevoke: () => void }

function KeyItem({ apiKey, isPending, onRevoke }: ItemProps) {
  const { name, scope, user, expiresAt, lastUsedAt, revokedAt, isUsable } = apiKey
  return (
    <ListItem
      icon="key"
      detail={
        <>
          Acts as {fullName(user)} · {lastUsedAt ? 'last used ' : 'never used'}
          {lastUsedAt && <Moment at={lastUsedAt} />} · ends <MomentDay at={expiresAt} />
        </>
      }
      action={
        isUsable && (
          <Button size="small" isPending={isPending} aria-label={`Revoke: ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )
      }
    >
      <span className={strong}>{name}</span>{' '}
      <Badge>{scope === 'read' ? 'Read only' : 'Read and write'}</Badge>{' '}
      {!isUsable && (
        <Badge tone="neutral" icon="slash">
          {revokedAt ? 'Revoked' : 'Ended'}
        </Badge>
      )}
    </ListItem>
  )
}
