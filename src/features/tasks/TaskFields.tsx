import { useFrame } from '#client/frame.ts'
import { wallClock } from '#domain/dates.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { type TaskPriority, taskPriorities } from '#domain/tasks/task.ts'
import { TEXT_MAX } from '#domain/text.ts'
import { DateField } from '#ui/DateField.tsx'
import { FieldPair } from '#ui/Form.tsx'
import { SelectField, type SelectOption } from '#ui/SelectField.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField } from '#ui/TextField.tsx'
import { asClockTime, TimeEntry } from '../time/TimeEntry.tsx'
import type { TaskRow } from './TaskRow.ts'

export const priorityLabel = (priority: TaskPriority) => priority.charAt(0).toUpperCase() + priority.slice(1)
const priorityOptions = taskPriorities.map((id) => ({ id, label: priorityLabel(id) })).reverse()

/** The values of the select fields. */
export type TaskChoice = { assignedTo: string; priority: TaskPriority }

/** Reads the typed values from a submitted form. */
export const typedTask = (form: HTMLFormElement) => {
  const data = new FormData(form)
  const typed = (name: string) => String(data.get(name) ?? '')
  return {
    title: typed('title'),
    description: typed('description'),
    dueDay: typed('dueDay'),
    // Enter submits the form before the field shows what it has read.
    dueTime: asClockTime(typed('dueTime').trim()),
  }
}

/** The title and description fields. */
export function TaskWords({ task }: { task?: TaskRow }) {
  return (
    <>
      <TextField
        name="title"
        label="Title"
        isRequired
        autoFocus
        autoComplete="off"
        defaultValue={task?.title ?? ''}
      />
      <TextArea
        name="description"
        label="Description"
        rows={3}
        maxLength={TEXT_MAX}
        defaultValue={task?.description ?? ''}
      />
    </>
  )
}

type ChoicesProps = {
  choice: TaskChoice
  onChoice: (part: Partial<TaskChoice>) => void
  assignees: readonly SelectOption[]
  errors: FieldMessages
}

/** The assignee and priority fields. */
export function TaskChoices({ choice, onChoice, assignees, errors }: ChoicesProps) {
  return (
    <FieldPair>
      <SelectField
        name="assignedTo"
        label="Assigned To"
        isRequired
        options={assignees}
        value={choice.assignedTo}
        onChange={(assignedTo) => onChoice({ assignedTo })}
        error={errors.assignedTo}
      />
      <SelectField
        name="priority"
        label="Priority"
        options={priorityOptions}
        value={choice.priority}
        onChange={(priority) => onChoice({ priority: priority as TaskPriority })}
        error={errors.priority}
      />
    </FieldPair>
  )
}

/** Splits a due date into two fields. Midnight means a day without a time. */
export function shownDue(dueDate: string | null | undefined, timeZone: string) {
  if (!dueDate) return { dueDay: '', dueTime: '' }
  const { day, time } = wallClock(dueDate, timeZone)
  return { dueDay: day, dueTime: time === '00:00' ? '' : time }
}

/** The due date fields, in the clinic's time zone. */
export function TaskDue({ dueDate }: { dueDate?: string | null | undefined }) {
  const { timeZone } = useFrame()
  const due = shownDue(dueDate, timeZone)
  return (
    <FieldPair>
      <DateField name="dueDay" label="Due Date" defaultValue={due.dueDay} />
      <TimeEntry name="dueTime" label="Time" defaultValue={due.dueTime} />
    </FieldPair>
  )
}
