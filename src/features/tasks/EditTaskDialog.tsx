import { useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useMergedSave } from '#client/useMergedSave.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { showClockTime } from '#domain/clockTime.ts'
import { showDay } from '#domain/dates.ts'
import { type TaskForm, taskForm, writtenDue } from '#domain/tasks/inputs.ts'
import { canMoveTask, type TaskStatus, taskStatuses } from '#domain/tasks/task.ts'
import { graphql } from '#generated/gql.ts'
import type { EditTaskDialog_CurrentQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { IdentifierList } from '../identifiers/IdentifierFacts.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { useAssignees } from './assignees.ts'
import {
  priorityLabel,
  shownDue,
  type TaskChoice,
  TaskChoices,
  TaskDue,
  TaskWords,
  typedTask,
} from './TaskFields.tsx'
import type { TaskRow } from './TaskRow.ts'
import { taskStatusLabel } from './taskLook.ts'

const Current = graphql(`
  query EditTaskDialog_Current($id: ID!) { task(id: $id) { ...TaskRow } }
`)

const EditTask = graphql(`
  mutation EditTaskDialog($input: EditTaskInput!) {
    editTask(input: $input) { ...TaskRow completedAt }
  }
`)

const FAILED = 'Failed to update task'

/** Edits a task. Its patient cannot change. */
export function EditTaskDialog({ task, onClose }: { task: TaskRow; onClose: () => void }) {
  const [status, setStatus] = useState<TaskStatus>(task.status)
  const [choice, setChoice] = useState<TaskChoice>({
    assignedTo: task.assignedTo.id,
    priority: task.priority,
  })
  const { timeZone } = useFrame()
  const choose = (part: Partial<TaskChoice>) => setChoice((before) => ({ ...before, ...part }))
  const assignees = useAssignees(task.patient ? {} : null, task.assignedTo)
  const memory = useDraft('edit_task', task.id)
  const typed = useRef<TaskForm>(undefined)
  const sent = useRef<{ changes: Partial<MergedTask>; version: string }>(undefined)
  const { submit, errors, setErrors, isPending } = useSubmit({
    document: EditTask,
    input: taskForm,
    variables(form) {
      const { changes = {}, version: expectedVersion } = sent.current ?? {}
      const due = changes.dueDate !== undefined && { dueDate: writtenDue(form) }
      return { input: { taskId: task.id, expectedVersion, ...changes, ...due } }
    },
    fallback: FAILED,
    onDone() {
      toast.success('Success', 'Task updated successfully')
      onClose()
    },
    onStale: (): unknown => onStale(),
  })
  const { save, onStale } = useMergedSave<MergedTask, TaskRow, EditTaskDialog_CurrentQuery>({
    begun: task,
    formOf: (row) => mergedOf({ ...row, ...shownDue(row.dueDate, timeZone), assignedTo: row.assignedTo.id }),
    textOf: (name, row) => textOf(name, row, timeZone),
    query: Current,
    variables: { id: task.id },
    rowOf: (data) => data.task,
    async send(changes, { version }) {
      sent.current = { changes, version }
      if (typed.current) await submit(typed.current)
    },
    onErrors: ({ dueDate, ...rest }) => setErrors({ ...rest, ...(dueDate && { dueDay: dueDate }) }),
    onUnchanged: onClose,
    fallback: FAILED,
  })

  function onSubmit(form: HTMLFormElement): void {
    typed.current = { ...typedTask(form), ...choice, status }
    void save(mergedOf(typed.current))
  }

  return (
    <Dialog
      title="Edit Task"
      {...(task.patient ? { description: `On ${fullName(task.patient)}` } : {})}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} memory={memory} onSubmit={(event) => onSubmit(event.currentTarget)}>
        <DialogBody>
          <TaskWords task={task} />
          <TaskChoices choice={choice} onChoice={choose} assignees={assignees} errors={errors} />
          <TaskDue dueDate={task.dueDate} />
          <SelectField
            name="status"
            label="Status"
            options={taskStatuses.map((id) => ({
              id,
              label: taskStatusLabel(id),
              isDisabled: !canMoveTask(task.status, id),
            }))}
            value={status}
            onChange={(id) => setStatus(id as TaskStatus)}
            error={errors.status}
          />
          <IdentifierList identifiers={task.identifiers} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Save Changes
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** The fields of a task that two people can change without affecting each other. The form has the due date in two fields. */
type MergedTask = Omit<TaskForm, 'dueDay' | 'dueTime' | 'patientId'> & { dueDate: string }

const mergedOf = (form: Omit<TaskForm, 'patientId'>): MergedTask => ({
  title: form.title,
  description: form.description,
  assignedTo: form.assignedTo,
  priority: form.priority,
  status: form.status,
  // A time without a day counts as a change, so that the form reports it.
  dueDate: [form.dueDay, form.dueTime].filter(Boolean).join(' '),
})

function textOf(name: keyof MergedTask, task: TaskRow, timeZone: string): string | null | undefined {
  if (name === 'assignedTo') return fullName(task.assignedTo)
  if (name === 'priority') return priorityLabel(task.priority)
  if (name === 'status') return taskStatusLabel(task.status)
  if (name !== 'dueDate') return task[name]
  const { dueDay, dueTime } = shownDue(task.dueDate, timeZone)
  return [dueDay && showDay(dueDay), dueTime && showClockTime(dueTime)].filter(Boolean).join(', ')
}
