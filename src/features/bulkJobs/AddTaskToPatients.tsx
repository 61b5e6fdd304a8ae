import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { amountOf } from '#domain/amount.ts'
import { taskForm, writtenDue } from '#domain/tasks/inputs.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { useAssignees } from '../tasks/assignees.ts'
import { type TaskChoice, TaskChoices, TaskDue, TaskWords, typedTask } from '../tasks/TaskFields.tsx'
import { addTaskMutation, type BulkSelection } from './bulkDocuments.ts'

type Props = {
  selection: BulkSelection
  count: number
  onStarted: (jobId: string) => void
  onClose: () => void
}

/** Patients whose attorneys differ: the server checks the assignee for each patient. */
const severalPatients = {}

/** Adds the same task to several patients. */
export function AddTaskToPatients({ selection, count, onStarted, onClose }: Props) {
  const { viewer } = useFrame()
  const [choice, setChoice] = useState<TaskChoice>({ assignedTo: viewer.id, priority: 'normal' })
  const assignees = useAssignees(severalPatients)
  const { submit, errors, isPending } = useSubmit({
    document: addTaskMutation,
    input: taskForm,
    variables: ({ title, description, assignedTo, priority, dueDay, dueTime }) => ({
      input: {
        selection,
        title,
        description,
        assignedTo,
        priority,
        dueDate: writtenDue({ dueDay, dueTime }),
      },
    }),
    fallback: 'The action could not be started',
    onDone({ addTaskToPatients }) {
      onClose()
      onStarted(addTaskToPatients.id)
    },
  })
  return (
    <Dialog
      title="Add Task"
      description={`Adds this task to each of ${amountOf(count, 'patient')}.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={(event) => void submit({ ...typedTask(event.currentTarget), ...choice, patientId: null })}
      >
        <DialogBody>
          <TaskWords />
          <TaskChoices
            choice={choice}
            onChoice={(part) => setChoice((before) => ({ ...before, ...part }))}
            assignees={assignees}
            errors={errors}
          />
          <TaskDue />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Add Task
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
