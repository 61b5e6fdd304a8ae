import type { ReactNode } from 'react'
import { consentStatuses, type PatientStatus, statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import type { ConsentPartFragment, ConsentRowFragment } from '#generated/graphql.ts'
import { Card, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { MorePages } from '../paging/Pages.tsx'
import type { usePatientActions } from '../patients/usePatientActions.tsx'
import { ConsentRow } from './ConsentRow.tsx'

const Rest = graphql(`
  query ConsentCard($status: PatientStatus!, $direction: SortDirection, $first: Int, $after: String) {
    patients(status: $status, sort: in_step, direction: $direction, first: $first, after: $after) { ...ConsentPart }
  }
`)

type Actions = Pick<ReturnType<typeof usePatientActions>, 'onAction' | 'pendingFor'>

type Props = Actions & {
  title: string
  empty: string
  /** The action that ends the emptiness. */
  next?: ReactNode
  /** The first page of each status in display order; undefined while loading. */
  parts: Partial<Record<PatientStatus, ConsentPartFragment>> | undefined
}

/** One of the two cards of SPEC 2.9, with the patients at its statuses. */
export function ConsentCard({ title, empty, next, parts, ...actions }: Props) {
  const all = Object.entries(parts ?? {}) as [PatientStatus, ConsentPartFragment][]
  const total = all.reduce((sum, [, part]) => sum + part.totalCount, 0)
  return (
    <Card>
      <CardHead title={`${title} (${parts ? total.toLocaleString('en-US') : '…'})`} />
      {!parts && <Skeleton />}
      {parts && total === 0 && <EmptyState text={empty}>{next}</EmptyState>}
      {all.map(([status, part]) => (
        <Part key={status} status={status} part={part} {...actions} />
      ))}
    </Card>
  )
}

function Part({ status, part, ...actions }: Actions & { status: PatientStatus; part: ConsentPartFragment }) {
  const direction = consentStatuses.includes(status) ? 'desc' : 'asc'
  const rows = (patients: readonly ConsentRowFragment[]) => (
    <List label={statusLabel(status)}>
      {patients.map((patient) => (
        <ConsentRow key={patient.id} patient={patient} {...actions} />
      ))}
    </List>
  )
  return (
    <>
      {part.edges.length > 0 && rows(part.edges.map(({ node }) => node))}
      <MorePages
        document={Rest}
        variables={{ status, direction }}
        connectionOf={(data) => data.patients}
        pageInfo={part.pageInfo}
        fallback="The patients could not be loaded"
        moreLabel={`Show More ${statusLabel(status)}`}
      >
        {rows}
      </MorePages>
    </>
  )
}
