import { lazy, useCallback, useSyncExternalStore } from 'react'
import { useQuery } from 'urql'
import { type AddressChange, changeAddress, useAddressQuery, withChange } from '#client/address.ts'
import { toldFailure } from '#client/failure.ts'
import { useSessionEnded } from '#client/session.ts'
import { useFocusRefetch } from '#client/useFocusRefetch.ts'
import { paths } from '#domain/access/screens.ts'
import { naturalDirection, type PatientSort } from '#domain/patients/listing.ts'
import { type PatientStatus, patientStatuses, statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientListQuery } from '#generated/graphql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardFoot, CardHead } from '#ui/Card.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { HeadCell, SortCell, TableHead } from '#ui/Table.tsx'
import { firstPage, listVariables } from './listAddress.ts'
import { pages } from './PatientList.css.ts'
import { PatientTable } from './PatientTable.tsx'
import { usePatientActions } from './usePatientActions.tsx'

const PatientDialog = lazy(() =>
  import('./PatientDialog.tsx').then((one) => ({ default: one.PatientDialog })),
)

export const patientListQuery = graphql(`
  query PatientList(
    $first: Int, $after: String, $last: Int, $before: String
    $status: PatientStatus, $search: String, $sort: PatientSort, $direction: SortDirection
  ) {
    patients(
      first: $first, after: $after, last: $last, before: $before
      status: $status, search: $search, sort: $sort, direction: $direction
    ) {
      totalCount
      isTotalExact
      statusCounts { status count }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { node { ...PatientRow } }
    }
  }
`)

type Connection = PatientListQuery['patients']

/** The patients of the clinic, filtered and ordered by the address of the page. */
export function PatientList({ initialQuery }: { initialQuery: string }) {
  const query = useAddressQuery(initialQuery)
  const variables = listVariables(query)
  const [{ data, error, stale }, refetch] = useQuery({ query: patientListQuery, variables })
  const readAgain = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch])
  useFocusRefetch(readAgain)
  const { onAction, dialog, pendingFor } = usePatientActions(readAgain)
  const hasEnded = useSessionEnded()
  const patients = data?.patients
  // A dialog is nothing the server could draw; asked to, it gives up on the whole boundary.
  const isAlive = useSyncExternalStore(
    stayTheSame,
    () => true,
    () => false,
  )
  const opened = isAlive && query.get('patient')

  return (
    <Card aria-busy={stale}>
      <CardHead title={hasEnded ? 'Patients' : `Patients (${countText(patients)})`} />
      {hasEnded ? (
        <EmptyState text="Please log in to view patients">
          <ButtonLink href={paths.home}>Sign In</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <StatusChips query={query} connection={patients} />
          {patients ? (
            <Rows query={query} connection={patients} onAction={onAction} pendingFor={pendingFor} />
          ) : error ? (
            <EmptyState
              text={
                toldFailure(error, 'The patients could not be loaded. Nothing is lost; try again.').message
              }
            />
          ) : (
            <Skeleton />
          )}
        </>
      )}
      {dialog}
      {opened && !hasEnded && (
        <OnDemand>
          <PatientDialog
            key={opened}
            patientId={opened}
            tab={query.get('tab')}
            onEdit={(patient) => {
              changeAddress(closed, { replace: true })
              onAction('edit', patient)
            }}
            onClose={() => changeAddress(closed)}
          />
        </OnDemand>
      )}
    </Card>
  )
}

const stayTheSame = () => () => {}

/** No patient is open. */
const closed = { patient: null, tab: null }

const countText = (connection: Connection | undefined) =>
  connection ? `${connection.totalCount.toLocaleString('en-US')}${connection.isTotalExact ? '' : '+'}` : '…'

/** A link into this list; pressed plainly, it changes the address without loading the page. */
const into = (query: URLSearchParams, change: AddressChange) => ({
  href: `${paths.patients}${withChange(query.toString(), change)}`,
  onClick: (event: { preventDefault(): void; metaKey?: boolean; ctrlKey?: boolean }) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    changeAddress(change)
  },
})

function StatusChips({ query, connection }: { query: URLSearchParams; connection: Connection | undefined }) {
  const current = query.get('status')
  const counts = new Map(connection?.statusCounts.map(({ status, count }) => [status, count]))
  const all = patientStatuses.reduce(
    (sum, status) => sum + (status === 'dropped' ? 0 : (counts.get(status) ?? 0)),
    0,
  )
  const chip = (status: PatientStatus | null) => into(query, { ...firstPage, ...closed, status })
  return (
    <Chips label="Status">
      <Chip {...chip(null)} isCurrent={!current} count={connection && all}>
        All
      </Chip>
      {patientStatuses.map((status) => (
        <Chip
          key={status}
          {...chip(status)}
          isCurrent={current === status}
          count={connection && (counts.get(status) ?? 0)}
        >
          {statusLabel(status)}
        </Chip>
      ))}
    </Chips>
  )
}

type RowsProps = Pick<ReturnType<typeof usePatientActions>, 'onAction' | 'pendingFor'> & {
  query: URLSearchParams
  connection: Connection
}

function Rows({ query, connection, onAction, pendingFor }: RowsProps) {
  const { edges, pageInfo } = connection
  if (edges.length === 0) {
    const isNarrowed = query.has('search') || query.has('status')
    return (
      <EmptyState text="No patients found">
        {isNarrowed && (
          <ButtonLink {...into(query, { ...firstPage, search: null, status: null })} size="small">
            Show All Patients
          </ButtonLink>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <PatientTable
        label="Patients"
        patients={edges.map(({ node }) => node)}
        head={<Head query={query} />}
        onAction={onAction}
        pendingFor={pendingFor}
      />
      {(pageInfo.hasPreviousPage || pageInfo.hasNextPage) && (
        <CardFoot>
          <nav className={pages} aria-label="Pages">
            {pageInfo.hasPreviousPage && (
              <ButtonLink
                size="small"
                icon="chevronLeft"
                {...into(query, { after: null, before: pageInfo.startCursor ?? null })}
              >
                Previous
              </ButtonLink>
            )}
            {pageInfo.hasNextPage && (
              <ButtonLink
                size="small"
                icon="chevronRight"
                {...into(query, { before: null, after: pageInfo.endCursor ?? null })}
              >
                Next
              </ButtonLink>
            )}
          </nav>
        </CardFoot>
      )}
    </>
  )
}

function Head({ query }: { query: URLSearchParams }) {
  const current = (query.get('sort') ?? 'created') as PatientSort
  const direction = query.get('direction') ?? naturalDirection[current]
  const sorting = (sort: PatientSort) => {
    const isCurrent = sort === current
    const next = isCurrent ? (direction === 'asc' ? 'desc' : 'asc') : naturalDirection[sort]
    const { href, onClick } = into(query, { ...firstPage, sort, direction: next })
    const shown = direction === 'asc' ? ('ascending' as const) : ('descending' as const)
    return { href, onSort: onClick, direction: isCurrent ? shown : undefined }
  }
  return (
    <TableHead>
      <SortCell {...sorting('name')}>Patient</SortCell>
      <HeadCell phone="hide" isExtra>
        Phone
      </HeadCell>
      <HeadCell phone="hide">Attorney</HeadCell>
      <HeadCell>Where they are</HeadCell>
      <SortCell {...sorting('in_step')} phone="hide">
        In step
      </SortCell>
      <SortCell {...sorting('created')} phone="hide" isExtra>
        Created
      </SortCell>
      <HeadCell label="Actions" />
    </TableHead>
  )
}
