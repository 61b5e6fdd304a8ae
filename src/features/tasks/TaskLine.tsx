import type { ReactNode } from 'react'
import { useFrame } from '#client/frame.ts'
import { patientPath } from '#domain/access/screens.ts'
import { withUnattended } from '#domain/access/unattended.ts'
import { showExactly } from '#domain/dates.ts'
import { showDue } from '#domain/tasks/due.ts'
import { ListItem } from '#ui/List.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { opener, patient as patientClass, title as titleClass } from './TaskLine.css.ts'
import type { TaskRow } from './TaskRow.ts'
import { priorityLook } from './taskLook.ts'

type LineTask = Pick<TaskRow, 'id' | 'title' | 'priority' | 'dueDate' | 'assignedTo'> &
  // The dashboard does not load these.
  Partial<Pick<TaskRow, 'patient' | 'unattended'>>

type Props = {
  task: LineTask
  /** More details below the title. */
  children?: ReactNode
  action?: ReactNode
  /** Opens the task. Makes the title a button, and the keys J and K lead to it. */
  onOpen?: () => void
}

/** A task: priority, title, assignee, patient and due date. */
export function TaskLine({ task, children, action, onOpen }: Props) {
  const { tone, label } = priorityLook[task.priority]
  // Most tasks have normal priority, so only the others say theirs in words.
  const isNormal = task.priority === 'normal'
  return (
    <ListItem
      dotTone={tone}
      dotLabel={isNormal ? label : undefined}
      detail={<Facts task={task} />}
      action={action}
      data-row={onOpen && task.id}
    >
      {onOpen ? (
        <button type="button" className={opener} data-opener onClick={onOpen}>
          {task.title}
        </button>
      ) : (
        <span className={titleClass}>{task.title}</span>
      )}
      {children}
    </ListItem>
  )
}

function Facts({ task: { assignedTo, unattended, patient, dueDate, priority } }: { task: LineTask }) {
  return (
    <>
      {priority !== 'normal' && `${priorityLook[priority].label} · `}
      Assigned to {withUnattended(fullName(assignedTo), unattended)}
      {patient && (
        <>
          {' · '}
          <a className={patientClass} href={patientPath(patient.id)}>
            {fullName(patient)}
          </a>
          {patient.status === 'dropped' && ' (dropped patient)'}
        </>
      )}
      {dueDate && (
        <>
          {' · '}
          <Due at={dueDate} />
        </>
      )}
    </>
  )
}

function Due({ at }: { at: string }) {
  const { timeZone, now } = useFrame()
  return (
    <time dateTime={at} title={showExactly(at, timeZone)}>
      due {showDue(at, now, timeZone)}
    </time>
  )
}
