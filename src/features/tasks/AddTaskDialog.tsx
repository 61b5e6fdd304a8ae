import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { taskForm, writtenDue } from '#domain/tasks/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { PatientPicker, type PickedPatient } from '../patients/PatientPicker.tsx'
import { useAssignees } from './assignees.ts'
import { type TaskChoice, TaskChoices, TaskDue, TaskWords, typedTask } from './TaskFields.tsx'

const AddTask = graphql(`
  mutation AddTaskDialog($input: AddTaskInput!) {
    addTask(input: $input) { ...TaskRow }
  }
`)

type Props = {
  /** The patient to begin with. */
  about?: PickedPatient
  onClose: () => void
}

/** Adds a task. */
export function AddTaskDialog({ about, onClose }: Props) {
  const { viewer } = useFrame()
  const [patient, setPatient] = useState<PickedPatient | null>(about ?? null)
  const [choice, setChoice] = useState<TaskChoice>({ assignedTo: viewer.id, priority: 'normal' })
  const choose = (part: Partial<TaskChoice>) => setChoice((before) => ({ ...before, ...part }))
  const assignees = useAssignees(patient)
  const memory = useDraft('add_task')
  const { submit, errors, isPending } = useSubmit({
    document: AddTask,
    input: taskForm,
    variables: ({ title, description, patientId, assignedTo, priority, dueDay, dueTime }) => ({
      input: {
        title,
        description,
        patientId,
        assignedTo,
        priority,
        dueDate: writtenDue({ dueDay, dueTime }),
      },
    }),
    fallback: 'Failed to add task',
    onDone() {
      toast.success('Success', 'Task added successfully')
      onClose()
    },
  })

  return (
    <Dialog title="Add Task" onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={(event) =>
          void submit({ ...typedTask(event.currentTarget), ...choice, patientId: patient?.id ?? null })
        }
      >
        <DialogBody>
          <TaskWords />
          <PatientPicker
            label="Patient"
            description="Optional"
            patient={patient}
            onChange={setPatient}
            error={errors.patientId}
          />
          <TaskChoices choice={choice} onChoice={choose} assignees={assignees} errors={errors} />
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
