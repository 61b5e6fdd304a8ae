import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { taskForm, writtenDue } from '#domain/tasks/inputs.ts'
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

/** Changes a task; the patient it is on stays. */
export function EditTaskDialog({ task, onClose }: { task: TaskRow; onClose: () => void }) {
  const [status, setStatus] = useState<TaskStatus>(task.status)
  const [choice, setChoice] = useState<TaskChoice>({
    assignedTo: task.assignedTo.id,
    priority: task.priority,
  })
  const { timeZone } = useFrame()
  // Left out unless it was moved: the form knows no seconds, and must not take them away.
  const movedDue = (due: Parameters<typeof writtenDue>[0]) => {
    const dueDate = writtenDue(due)
    return dueDate === writtenDue(shownDue(task.dueDate, timeZone)) ? {} : { dueDate }
  }
  const assignees = useAssignees(task.patient ? {} : null, task.assignedTo)
  const { submit, errors, isPending } = useSubmit({
    document: EditTask,
    input: taskForm,
    variables: ({ title, description, assignedTo, priority, status, dueDay, dueTime }) => ({
      input: {
        taskId: task.id,
        title,
        description,
        assignedTo,
        priority,
        status,
        ...movedDue({ dueDay, dueTime }),
      },
    }),
    fallback: 'Failed to update task',
    onDone() {
      toast.success('Success', 'Task updated successfully')
      onClose()
    },
  })

  return (
    <Dialog
      title="Edit Task"
      {...(task.patient ? { description: `On ${fullName(task.patient)}` } : {})}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={(event) => void submit({ ...typedTask(event.currentTarget), ...choice, status })}
      >
        <DialogBody>
          <TaskWords task={task} />
          <TaskChoices choice={choice} onChoice={setChoice} assignees={assignees} errors={errors} />
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
