import { useState } from 'react'
import { useChangedFields } from '#client/changedFields.ts'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { type TaskForm, taskForm, writtenDue } from '#domain/tasks/inputs.ts'
import { canMoveTask, type TaskStatus, taskStatuses } from '#domain/tasks/task.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { useAssignees } from './assignees.ts'
import { shownDue, type TaskChoice, TaskChoices, TaskDue, TaskWords, typedTask } from './TaskFields.tsx'
import type { TaskRow } from './TaskRow.ts'
import { taskStatusLabel } from './taskLook.ts'

const EditTask = graphql(`
  mutation EditTaskDialog($input: EditTaskInput!) {
    editTask(input: $input) { ...TaskRow completedAt }
  }
`)

/** Edits a task. Its patient cannot change. */
export function EditTaskDialog({ task, onClose }: { task: TaskRow; onClose: () => void }) {
  const [status, setStatus] = useState<TaskStatus>(task.status)
  const [choice, setChoice] = useState<TaskChoice>({
    assignedTo: task.assignedTo.id,
    priority: task.priority,
  })
  const { timeZone } = useFrame()
  const changed = useChangedFields<TaskForm>({
    ...task,
    assignedTo: task.assignedTo.id,
    ...shownDue(task.dueDate, timeZone),
  })
  const choose = (part: Partial<TaskChoice>) => setChoice((before) => ({ ...before, ...part }))
  const assignees = useAssignees(task.patient ? {} : null, task.assignedTo)
  const memory = useDraft('edit_task', task.id)
  const { submit, errors, isPending } = useSubmit({
    document: EditTask,
    input: taskForm,
    variables(form) {
      const { dueDay, dueTime, ...changes } = changed(form) ?? {}
      // The form has no seconds, so an unchanged due date is not sent.
      const isMoved = dueDay !== undefined || dueTime !== undefined
      return { input: { taskId: task.id, ...changes, ...(isMoved && { dueDate: writtenDue(form) }) } }
    },
    fallback: 'Failed to update task',
    onDone() {
      toast.success('Success', 'Task updated successfully')
      onClose()
    },
  })

  function save(form: HTMLFormElement): void {
    const typed = { ...typedTask(form), ...choice, status }
    if (changed(typed)) void submit(typed)
    else onClose()
  }

  return (
    <Dialog
      title="Edit Task"
      {...(task.patient ? { description: `On ${fullName(task.patient)}` } : {})}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} memory={memory} onSubmit={(event) => save(event.currentTarget)}>
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
          />
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
