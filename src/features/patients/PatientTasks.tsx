import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { section } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { AgendaRow } from '../schedule/AgendaRow.tsx'
import { dayList } from '../schedule/Schedule.css.ts'
import { useAppointmentActions } from '../schedule/useAppointmentActions.tsx'
import { FullTaskLine } from '../tasks/FullTaskLine.tsx'
import { useTaskActions } from '../tasks/useTaskActions.tsx'
import { apart, flush, part } from './PatientDialog.css.ts'
import type { PatientRow } from './PatientRow.ts'

const AddTask = lazy(() => import('../tasks/AddTaskDialog.tsx').then((one) => one.AddTaskDialog))

const Tasks = graphql(`
  query PatientTasks($patientId: ID!, $first: Int, $after: String) {
    tasks(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...TaskRow } }
    }
  }
`)

const Appointments = graphql(`
  query PatientAppointments($patientId: ID!, $first: Int, $after: String) {
    appointments(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...AppointmentRow } }
    }
  }
`)

/** The tasks and appointments of a chart's patient, with buttons for new ones. */
export function PatientTasks({ patient }: { patient: PatientRow }) {
  return (
    <>
      <TasksOf patient={patient} />
      <AppointmentsOf patient={patient} />
    </>
  )
}

function TasksOf({ patient }: { patient: PatientRow }) {
  const { viewer } = useFrame()
  const actions = useTaskActions({ isInChart: true })
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={part}>
      <div className={apart}>
        <h3 className={section}>Tasks</h3>
        {can(viewer, 'task.add') && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            Add Task
          </Button>
        )}
      </div>
      <Pages
        document={Tasks}
        variables={{ patientId: patient.id }}
        connectionOf={(data) => data.tasks}
        empty={<EmptyState text="No tasks for this patient" />}
        fallback="The tasks could not be loaded"
      >
        {(tasks) => (
          <div className={flush}>
            <List label="Tasks">
              {tasks.map((task) => (
                <FullTaskLine key={task.id} task={task} actions={actions} />
              ))}
            </List>
          </div>
        )}
      </Pages>
      {actions.dialog}
      {isAdding && (
        <OnDemand>
          <AddTask about={patient} onClose={() => setAdding(false)} />
        </OnDemand>
      )}
    </section>
  )
}

function AppointmentsOf({ patient }: { patient: PatientRow }) {
  const { viewer } = useFrame()
  const { onAction, isPending, dialog } = useAppointmentActions(patient)
  return (
    <section className={part}>
      <div className={apart}>
        <h3 className={section}>Appointments</h3>
        {can(viewer, 'appointment.book') && (
          <Button size="small" icon="plus" onClick={() => onAction('book', null)}>
            Schedule Appointment
          </Button>
        )}
      </div>
      <Pages
        document={Appointments}
        variables={{ patientId: patient.id }}
        connectionOf={(data) => data.appointments}
        empty={<EmptyState text="No appointments for this patient" />}
        fallback="The appointments could not be loaded"
      >
        {(appointments) => (
          <div className={flush}>
            <ul role="list" aria-label="Appointments" className={dayList}>
              {appointments.map((one) => (
                <AgendaRow key={one.id} appointment={one} isPending={isPending(one)} onAction={onAction} />
              ))}
            </ul>
          </div>
        )}
      </Pages>
      {dialog}
    </section>
  )
}
