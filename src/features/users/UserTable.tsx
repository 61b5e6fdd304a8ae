import { useFrame } from '#client/frame.ts'
import { linksInto } from '#client/linksInto.ts'
import { type Role, roleLabels } from '#domain/access/actor.ts'
import { paths } from '#domain/access/screens.ts'
import type { UsersQuery } from '#generated/graphql.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#ui/Table.tsx'
import type { Tone } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'
import { PageLinks, pagesAround } from '../paging/PageLinks.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { UserActions } from './UserActions.tsx'
import { badges, detail, name, person } from './Users.css.ts'
import type { UserRow } from './userDocuments.ts'
import { useUserActions } from './useUserActions.tsx'

type Connection = UsersQuery['users']

const into = linksInto(paths.users)

/** One page of users, with links to the previous and next page. */
export function UserTable({ query, connection }: { query: URLSearchParams; connection: Connection }) {
  const { viewer } = useFrame()
  const { onAction, pendingFor, dialog } = useUserActions()
  const { edges, pageInfo } = connection
  if (edges.length === 0) {
    return (
      <EmptyState text="No users found">
        {query.has('find') && (
          <ButtonLink {...into(query, { find: null, after: null, before: null })} size="small">
            Clear Filters
          </ButtonLink>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <Table label="System Users">
        <TableHead>
          <HeadCell>User</HeadCell>
          <HeadCell>Role and State</HeadCell>
          <HeadCell label="Actions" />
        </TableHead>
        <TableBody>
          {edges.map(({ node }) => (
            <Row key={node.id}>
              <Cell phone="wide">
                <Who user={node} />
              </Cell>
              <Cell>
                <States user={node} />
              </Cell>
              <Cell phone="wide" align="end">
                {node.id === viewer.id ? (
                  <span className={small}>(Your Account)</span>
                ) : (
                  <UserActions user={node} onAction={onAction} pendingAction={pendingFor(node)} />
                )}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <PageLinks into={into} query={query} {...pagesAround(pageInfo)} />
      {dialog}
    </>
  )
}

function Who({ user }: { user: UserRow }) {
  return (
    <div className={person}>
      <Avatar firstName={user.firstName} lastName={user.lastName} imageUrl={user.profileImageUrl} />
      <div>
        <span className={name}>{user.isServiceAccount ? user.firstName : fullName(user)}</span>
        <span className={detail}>{user.owner ? `Owner: ${fullName(user.owner)}` : user.email}</span>
      </div>
    </div>
  )
}

const roleTones: Record<Role, Tone> = { admin: 'done', staff: 'info', attorney: 'slate' }

function States({ user }: { user: UserRow }) {
  const { role, isActive, lockedUntil, isServiceAccount, hasPassword, hasSignOn, hasSecondFactor } = user
  const { invitationExpiresAt } = user
  const lacksSignIn = !hasPassword && !hasSignOn && !isServiceAccount
  const isInvited = lacksSignIn && invitationExpiresAt && new Date(invitationExpiresAt) > new Date()
  return (
    <div className={badges}>
      <Badge tone={roleTones[role]}>{roleLabels[role]}</Badge>
      {isServiceAccount && (
        <Badge tone="slate" icon="key">
          Service Account
        </Badge>
      )}
      {isActive ? (
        <Badge tone="positive" icon="check">
          Active
        </Badge>
      ) : (
        <Badge tone="neutral" icon="slash">
          Inactive
        </Badge>
      )}
      {hasSignOn && (
        <Badge tone="positive" icon="key">
          Single Sign-On
        </Badge>
      )}
      {lacksSignIn && (
        <Badge tone="caution" icon="key">
          {isInvited ? 'Invited' : invitationExpiresAt ? 'Invitation Expired' : 'No Password Yet'}
        </Badge>
      )}
      {isInvited && (
        <span className={small}>
          Expires <Moment at={invitationExpiresAt} />
        </span>
      )}
      {hasSecondFactor && (
        <Badge tone="positive" icon="lock">
          Second Factor
        </Badge>
      )}
      {user.secondFactorDueAt && (
        <Badge tone="caution" icon="lock">
          Second Factor Missing
        </Badge>
      )}
      {lockedUntil && (
        <Badge tone="caution" icon="lock">
          Locked
        </Badge>
      )}
    </div>
  )
}
