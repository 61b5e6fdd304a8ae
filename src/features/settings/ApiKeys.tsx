import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useAction } from '#client/useAction.ts'

import { roleLabels } from '#domain/access/actor.ts'
import { canWrite, scopeFacts } from '#domain/apiKeys/scopes.ts'
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
import { rowEnd, word } from './Settings.css.ts'

const apiKeys = graphql(`
  query ApiKeys($after: String) {
    apiKeys(first: 25, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges {
        node {
          id name scopes role createdAt expiresAt lastUsedAt revokedAt isUsable documentCount
          user { id firstName lastName isServiceAccount }
        }
      }
    }
  }
`)

const RevokeKey = graphql(`
  mutation ApiKeys_Revoke($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { id revokedAt isUsable } }
`)

export type Key = ApiKeysQuery['apiKeys']['edges'][number]['node']

/** The API keys, newest first, including expired and revoked ones. */
export function ApiKeys({ onDocuments }: { onDocuments: (apiKey: Key) => void }) {
  const [after, setAfter] = useState<string | null>(null)
  const [{ data, error }] = useQuery({
    query: apiKeys,
    variables: { after },
    requestPolicy: 'cache-and-network',
  })
  const { run, pending } = useAction()

  const revoke = ({ id }: Key) =>
    run({
      document: RevokeKey,
      variables: { input: { apiKeyId: id } },
      key: id,
      done: 'API key revoked successfully',
      fallback: 'Failed to revoke API key',
    })

  if (error && !data)
    return <EmptyState text={errorMessage(error, 'The keys could not be loaded.').message} />
  if (!data) return <Skeleton rows={1} />
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
            onDocuments={() => onDocuments(node)}
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

const scopesInWords = (scopes: Key['scopes']): string =>
  scopes.map((scope) => scopeFacts[scope].label).join(', ')

type ItemProps = { apiKey: Key; isPending: boolean; onRevoke: () => void; onDocuments: () => void }

function KeyItem({ apiKey, isPending, onRevoke, onDocuments }: ItemProps) {
  const { name, scopes, role, user, createdAt, expiresAt, lastUsedAt, revokedAt, isUsable, documentCount } =
    apiKey
  return (
    <ListItem
      icon="key"
      detail={
        <>
          Acts as {user.isServiceAccount ? user.firstName : `${fullName(user)}, ${roleLabels[role]}`} ·
          created <MomentDay at={createdAt} /> · {lastUsedAt ? 'last used ' : 'never used'}
          {lastUsedAt && <Moment at={lastUsedAt} />} · ends <MomentDay at={expiresAt} />
          <span className={word}>{scopesInWords(scopes)}</span>
        </>
      }
      action={
        isUsable && (
          <div className={rowEnd}>
            <Button size="small" aria-label={`Documents: ${name}`} onClick={onDocuments}>
              Documents
            </Button>
            <Button size="small" isPending={isPending} aria-label={`Revoke: ${name}`} onClick={onRevoke}>
              Revoke
            </Button>
          </div>
        )
      }
    >
      <span className={strong}>{name}</span>{' '}
      <Badge>{canWrite(scopes) ? 'Can make changes' : 'Read only'}</Badge>{' '}
      {documentCount > 0 && <Badge>Listed documents only</Badge>}{' '}
      {user.isServiceAccount && <Badge tone="slate">Service Account</Badge>}{' '}
      {!isUsable && (
        <Badge tone="neutral" icon="slash">
          {revokedAt ? 'Revoked' : 'Ended'}
        </Badge>
      )}
    </ListItem>
  )
}
