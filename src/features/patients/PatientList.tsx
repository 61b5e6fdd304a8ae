import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useQuery } from 'urql'
import { changeAddress, useAddressQuery } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import { fetchWhenIdle } from '#client/fetchWhenIdle.ts'
import { useFrame } from '#client/frame.ts'
import { useSessionEnded } from '#client/session.ts'
import { useTypedSearch } from '#client/typedSearch.ts'
import { can } from '#domain/access/policy.ts'
import { paths } from '#domain/access/screens.ts'
import { isNarrowed, narrowingFilters } from '#domain/patients/filters.ts'
import { matchesSearch } from '#domain/patients/search.ts'
import { type PatientStatus, patientStatuses, statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientFilterInput, PatientListQuery, PatientListQueryVariables } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { DialogSkeleton } from '#ui/DialogSkeleton.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useRowKeys } from '../frame/useRowKeys.ts'
import { PageLinks, pagesAround } from '../paging/PageLinks.tsx'
import { ExportReportsButton } from '../reports/ExportReportsButton.tsx'
import { FilterButton, FilterChips } from './ListFilters.tsx'
import { firstPage, into, listVariables, noNarrowing, OPEN_ONLY } from './listAddress.ts'

import { listOffer } from './listOffer.ts'
import { PatientListHead } from './PatientListHead.tsx'
import { onPhoneOnly } from './PatientTable.css.ts'
import { PatientTable } from './PatientTable.tsx'
import { PhoneSort } from './PhoneSort.tsx'
import { patientDialogQuery } from './patientDialogQuery.ts'
import { usePatientActions } from './usePatientActions.tsx'
import { type Selection, useSelection } from './useSelection.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

/** Closes the open patient. */
const closed = { patient: null, tab: null }
const close = () => changeAddress(closed)

const PatientDialog = lazy(
  () => import('./PatientDialog.tsx').then((one) => one.PatientDialog),
  <DialogSkeleton title="Patient" onClose={close} />,
)

export const patientListQuery = graphql(`
  query PatientList(
    $first: Int, $after: String, $last: Int, $before: String
    $status: PatientStatus, $search: String, $assignedAttorney: String
    $createdFrom: Date, $createdTo: Date, $consentSignedFrom: Date, $consentSignedTo: Date
    $statusChangedFrom: Date, $statusChangedTo: Date, $minDaysInStatus: Int, $needsReview: Boolean
    $sort: PatientSort, $direction: SortDirection, $isNamingLocked: Boolean = false
  ) {
    lockedCharts(search: $search) @include(if: $isNamingLocked) { id firstName lastName }
    patients(
      first: $first, after: $after, last: $last, before: $before
      status: $status, search: $search, assignedAttorney: $assignedAttorney
      createdFrom: $createdFrom, createdTo: $createdTo
      consentSignedFrom: $consentSignedFrom, consentSignedTo: $consentSignedTo
      statusChangedFrom: $statusChangedFrom, statusChangedTo: $statusChangedTo, minDaysInStatus: $minDaysInStatus
      needsReview: $needsReview
      sort: $sort, direction: $direction
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

/** The clinic's patients, filtered and sorted by the page's URL. */
export function PatientList({ initialQuery }: { initialQuery: string }) {
  const query = useAddressQuery(initialQuery)
  const { viewer } = useFrame()
  const variables = listVariables(query, viewer)
  const [{ data, error, stale, fetching }, refetch] = useQuery({ query: patientListQuery, variables })
  const readAgain = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch])
  const { onAction, dialog, pendingFor } = usePatientActions(readAgain)
  const hasEnded = useSessionEnded()
  const typed = useTypedSearch()
  const isBehind = typed !== null || fetching || stale
  const search = (typed ?? query.get('search') ?? '').trim()
  const patients = data?.patients
  // The server cannot render a dialog; it would give up on the whole Suspense boundary.
  const isAlive = useSyncExternalStore(
    stayTheSame,
    () => true,
    () => false,
  )
  const opened = isAlive && query.get('patient')
  const [shownChart, setShownChart] = useState<string | false | null>(null)
  const showChart = useCallback(() => setShownChart(opened), [opened])
  const ids = (patients?.edges ?? []).map(({ node }) => node.id)
  const filter = filterOf(variables)
  const selected = useSelection(JSON.stringify(filter), filter, ids)
  const job = isAlive && query.get('job')
  useRowKeys({
    onSelect: (id) => selected.toggle(id, false),
    onEdit(id) {
      const row = patients?.edges.find(({ node }) => node.id === id)?.node
      if (row && can(viewer, 'patient.edit')) onAction('edit', row)
    },
  })
  // A page that starts with an open chart loads that code anyway.
  const [hasChart] = useState(query.has('patient'))
  useEffect(() => void (hasChart || fetchWhenIdle('chart')), [hasChart])
  useOpenOnly(query, isBehind ? undefined : patients)

  return (
    <Card aria-busy={isBehind} isReplacing={fetching && patients !== undefined}>
      <CardHead
        title={hasEnded ? 'Patients' : `Patients (${isBehind && search ? '…' : countText(patients)})`}
      >
        {!hasEnded && ids.length > 0 && (
          <span className={onPhoneOnly}>
            <Button
              size="small"
              icon="check"
              aria-pressed={selected.isSelecting}
              onClick={() => (selected.isSelecting ? selected.clear() : selected.setSelecting(true))}
            >
              Select
            </Button>
          </span>
        )}
        {!hasEnded && <FilterButton query={query} />}
        {!hasEnded && <ViewsMenu query={query} />}
        {!hasEnded && <ExportReportsButton />}
      </CardHead>
      {hasEnded ? (
        <EmptyState text="Please log in to view patients">
          <ButtonLink href={paths.home}>Sign In</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <StatusChips query={query} connection={patients} />
          <FilterChips query={query} patient={patients?.edges[0]?.node} />
          {job && (
            <OnDemand>
              <BulkJobStatus key={job} id={job} />
            </OnDemand>
          )}
          {patients ? (
            <Rows
              query={query}
              selected={selected}
              connection={patients}
              meanwhile={isBehind ? search : null}
              onAction={onAction}
              pendingFor={pendingFor}
            />
          ) : error && !fetching ? (
            <EmptyState text={errorMessage(error, 'The patients could not be loaded. Try again.').message} />
          ) : (
            <Skeleton />
          )}
          {data?.lockedCharts && (
            <OnDemand>
              <LockedCharts charts={data.lockedCharts} />
            </OnDemand>
          )}
        </>
      )}
      {opened && !hasEnded && (
        <OnDemand>
          <PatientDialog
            key={opened}
            patientId={opened}
            tab={query.get('tab')}
            onAction={onAction}
            pendingAction={pendingFor({ id: opened })}
            onShown={showChart}
            onClose={close}
          />
          {shownChart !== opened && <ChartData id={opened} />}
        </OnDemand>
      )}
      {dialog}
    </Card>
  )
}

/** Asks for a chart's data while its code is loading. The chart then shares the request. */
function ChartData({ id }: { id: string }) {
  // Without a network, the chart would share the failure instead of asking when the network returns.
  useQuery({ query: patientDialogQuery, variables: { id }, pause: !navigator.onLine })
  return null
}

/** After Enter in the search field, opens the patient if there is only one. */
function useOpenOnly(query: URLSearchParams, found: Connection | undefined): void {
  const isWanted = query.has(OPEN_ONLY)
  useEffect(() => {
    if (!isWanted || !found) return
    const [first, ...others] = found.edges
    const only = others.length === 0 && query.get('search') ? first : undefined
    changeAddress({ [OPEN_ONLY]: null, ...(only && { patient: only.node.id }) }, { replace: true })
  })
}

const stayTheSame = () => () => {}

const LockedCharts = lazy(() => import('../restrictions/LockedCharts.tsx').then((one) => one.LockedCharts))
const BulkBar = lazy(() => import('../bulkJobs/BulkBar.tsx').then((one) => one.BulkBar))
const BulkJobStatus = lazy(() => import('../bulkJobs/BulkJobStatus.tsx').then((one) => one.BulkJobStatus))

/** The filters of a URL for a bulk job on all matching patients, without page and order. */
function filterOf(variables: PatientListQueryVariables): PatientFilterInput {
  const { first, last, after, before, sort, direction, isNamingLocked, ...filter } = variables
  return filter
}

const countText = (connection: Connection | undefined) =>
  connection ? `${connection.totalCount.toLocaleString('en-US')}${connection.isTotalExact ? '' : '+'}` : '…'

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

/** The ways to get the first patients, for users who may add them. */
function AddFirst() {
  const { viewer } = useFrame()
  return (
    <>
      {can(viewer, 'patient.add') && (
        <Button size="small" icon="plus" data-opens="patient">
          Add Patient
        </Button>
      )}
      {can(viewer, 'import.manage') && (
        <ButtonLink size="small" icon="upload" href={paths.importPatients}>
          Import Patients
        </ButtonLink>
      )}
    </>
  )
}

type RowsProps = Pick<ReturnType<typeof usePatientActions>, 'onAction' | 'pendingFor'> & {
  query: URLSearchParams
  selected: Selection
  connection: Connection
  /** The search text while its result is loading; `null` when these rows are the result. */
  meanwhile: string | null
}

function Rows({ query, selected, connection, meanwhile, onAction, pendingFor }: RowsProps) {
  const { edges, pageInfo, totalCount, isTotalExact } = connection
  const nodes = edges.map(({ node }) => node)
  const shown = meanwhile ? nodes.filter((patient) => matchesSearch(patient, meanwhile)) : nodes
  if (shown.length === 0 && meanwhile !== null) return <Skeleton />
  if (shown.length === 0) {
    const isFiltered = query.has('search') || query.has('status') || isNarrowed(narrowingFilters(query))
    return (
      <EmptyState text="No patients found">
        {isFiltered ? (
          <ButtonLink
            {...into(query, { ...firstPage, ...noNarrowing, search: null, status: null })}
            size="small"
          >
            Clear Filters
          </ButtonLink>
        ) : (
          <AddFirst />
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <PhoneSort query={query} />
      <PatientTable
        offer={listOffer}
        label="Patients"
        patients={shown}
        head={<PatientListHead query={query} selected={selected} />}
        selected={selected}
        onAction={onAction}
        pendingFor={pendingFor}
        loadChart={PatientDialog.load}
      />
      <PageLinks into={into} query={query} {...pagesAround(pageInfo)} />
      {(selected.count > 0 || selected.isSelecting) && (
        <OnDemand>
          <BulkBar selected={selected} total={totalCount} isTotalExact={isTotalExact} />
        </OnDemand>
      )}
    </>
  )
}
