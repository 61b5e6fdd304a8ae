import { useQuery } from 'urql'
import { useAddressQuery } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { useSessionEnded } from '#client/session.ts'
import { type Role, roles } from '#domain/access/actor.ts'
import { paths } from '#domain/access/screens.ts'
import type { UsersQuery } from '#generated/graphql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Pulse, Skeleton } from '#ui/Skeleton.tsx'
import { small, strong } from '#ui/type.css.ts'
import { BlockedAddresses } from './BlockedAddresses.tsx'
import { FindUsers } from './FindUsers.tsx'
import { InactiveUsersWork } from './InactiveUsersWork.tsx'
import { columns, count, counts, side } from './Users.css.ts'
import { UserTable } from './UserTable.tsx'
import { usersQuery, usersVariables } from './userDocuments.ts'

export { usersQuery, usersVariables }

/** The accounts of the clinic, for administrators. */
export function Users({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <SystemUsers initialQuery={initialQuery} />
    </Island>
  )
}

function SystemUsers({ initialQuery }: { initialQuery: string }) {
  const query = useAddressQuery(initialQuery)
  const [{ data, error, stale, fetching }] = useQuery({
    query: usersQuery,
    variables: usersVariables(query),
  })
  const hasEnded = useSessionEnded()
  const users = data?.users
  return (
    <div className={columns}>
      <Card aria-busy={stale || fetching} isReplacing={fetching && data !== undefined}>
        <CardHead title="System Users">
          {query.get('find') && users && (
            <span className={small}>{users.totalCount.toLocaleString('en-US')} found</span>
          )}
          <FindUsers query={query} />
        </CardHead>
        {hasEnded ? (
          <EmptyState text="Please log in to view users">
            <ButtonLink href={paths.home}>Sign In</ButtonLink>
          </EmptyState>
        ) : users ? (
          <UserTable query={query} connection={users} />
        ) : error && !fetching ? (
          <EmptyState text={errorMessage(error, 'The users could not be loaded. Try again.').message} />
        ) : (
          <Skeleton label="Loading users..." />
        )}
      </Card>
      <div className={side}>
        <QuickStats roleCounts={users?.roleCounts} />
        {data && data.assignedWork.length > 0 && <InactiveUsersWork work={data.assignedWork} />}
        {data && data.blockedAddresses.length > 0 && <BlockedAddresses addresses={data.blockedAddresses} />}
      </div>
    </div>
  )
}

const plurals: Record<Role, string> = {
  admin: 'Administrators',
  staff: 'Staff Members',
  attorney: 'Attorneys',
}

function QuickStats({ roleCounts }: { roleCounts: UsersQuery['users']['roleCounts'] | undefined }) {
  return (
    <Card>
      <CardHead title="Quick Stats" />
      <CardBody>
        <dl className={counts}>
          {roles.map((role) => (
            <div key={role} className={count}>
              <dt>{plurals[role]}</dt>
              <dd className={strong}>
                {roleCounts ? (
                  (roleCounts.find((one) => one.role === role)?.count ?? 0).toLocaleString('en-US')
                ) : (
                  <Pulse />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  )
}
