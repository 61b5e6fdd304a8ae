import { useCallback, useState } from 'react'
import { useQuery } from 'urql'
import { type Frame, useFrame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { useSessionEnded } from '#client/session.ts'
import { paths, patientPath } from '#domain/access/screens.ts'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import { dashboardStatuses, type PatientStatus, statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardFoot, CardHead, CardLink } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { HeadCell, TableHead } from '#ui/Table.tsx'
import { cardOffer } from '../patients/cardOffer.ts'
import type { PatientRow } from '../patients/PatientRow.ts'
import { PatientTable } from '../patients/PatientTable.tsx'
import { usePatientActions } from '../patients/usePatientActions.tsx'
import { CaseloadFunnel } from './CaseloadFunnel.tsx'
import { columns, stack } from './Dashboard.css.ts'
import { Figures } from './Figures.tsx'
import { NewSinceVisit } from './NewSinceVisit.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { TaskQueue } from './TaskQueue.tsx'
import { Today } from './Today.tsx'
import { todayOf } from './todayOf.ts'

export const dashboardQuery = graphql(`
  query Dashboard($from: DateTime!, $to: DateTime!, $status: PatientStatus) {
    dashboardStats {
      totalPatients pendingConsent consentSigned schedulable
      trends { addedThisWeek oldestPendingSince medianDaysToSign stays { status medianDays } }
    }
    patients(first: 4, status: $status) {
      statusCounts { status count }
      edges { node { ...PatientRow } }
    }
    tasks(first: 5, open: true) {
      edges { node { id title status priority dueDate assignedTo { id firstName lastName } } }
    }
    appointments(first: 25, from: $from, to: $to) {
      pageInfo { hasNextPage }
      edges { node { ...TodayAppointment } }
    }
    newSinceVisit { since patientsAdded consentsSigned consentsDeclined recordsAdded notesAdded }
    recentActivity { id action resourceType description userName patientId patientName createdAt }
  }
`)

/** The dashboard: figures, the day, newest patients, funnel, tasks, recent activity and quick actions. */
export function Dashboard({ frame }: { frame: Frame }) {
  return (
    <Island frame={frame}>
      <Panels />
    </Island>
  )
}

function Panels() {
  const [status, setStatus] = useState<PatientStatus | null>(null)
  const today = todayOf(useFrame())
  const [{ data }, refetch] = useQuery({
    query: dashboardQuery,
    variables: { ...today, ...(status && { status }) },
  })
  const readAgain = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch])
  return (
    <div className={stack}>
      <Figures stats={data?.dashboardStats} />
      <NewSinceVisit found={data?.newSinceVisit} />
      <div className={columns}>
        <div className={stack}>
          <Today
            appointments={data?.appointments.edges.map(({ node }) => node)}
            hasMore={data?.appointments.pageInfo.hasNextPage ?? false}
          />
          <RecentPatients
            patients={data?.patients.edges.map(({ node }) => node)}
            status={status}
            onStatus={setStatus}
            onRefused={readAgain}
          />
          {data && (
            <CaseloadFunnel counts={data.patients.statusCounts} stays={data.dashboardStats.trends.stays} />
          )}
        </div>
        <div className={stack}>
          <TaskQueue tasks={data?.tasks.edges.map(({ node }) => node)} />
          <RecentActivity activity={data?.recentActivity} />
          <QuickActions />
        </div>
      </div>
    </div>
  )
}

const statusOptions = [
  { id: '', label: 'All Status' },
  ...dashboardStatuses.map((id) => ({ id, label: statusLabel(id) })),
]

type RecentProps = {
  patients: PatientRow[] | undefined
  status: PatientStatus | null
  onStatus: (status: PatientStatus | null) => void
  /** Reloads the rows when the server refuses an action, because they may be outdated. */
  onRefused: () => void
}

function RecentPatients({ patients, status, onStatus, onRefused }: RecentProps) {
  const { onAction, dialog, pendingFor } = usePatientActions(onRefused)
  const hasEnded = useSessionEnded()
  const act = (action: RowActionId, patient: PatientRow) =>
    action === 'view' ? location.assign(patientPath(patient.id)) : onAction(action, patient)
  return (
    <Card>
      <CardHead title="Recent Patients">
        <NativeSelect
          label="Status"
          size="small"
          options={statusOptions}
          value={status ?? ''}
          onChange={(event) => onStatus((event.target.value || null) as PatientStatus | null)}
        />
      </CardHead>
      {hasEnded ? (
        <EmptyState text="Please log in to view patients" />
      ) : !patients ? (
        <Skeleton />
      ) : patients.length === 0 ? (
        <EmptyState text="No patients found">
          {status && (
            <Button size="small" onClick={() => onStatus(null)}>
              Clear Filters
            </Button>
          )}
        </EmptyState>
      ) : (
        <PatientTable
          offer={cardOffer}
          label="Recent Patients"
          patients={patients}
          head={head}
          isShort
          onAction={act}
          pendingFor={pendingFor}
        />
      )}
      <CardFoot>
        <CardLink href={paths.patients}>View All Patients</CardLink>
      </CardFoot>
      {dialog}
    </Card>
  )
}

const head = (
  <TableHead>
    <HeadCell>Patient</HeadCell>
    <HeadCell>Where They Are</HeadCell>
    <HeadCell phone="hide">In Step</HeadCell>
    <HeadCell label="Actions" />
  </TableHead>
)
