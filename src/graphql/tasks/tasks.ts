import { taskPriorities, taskStatuses } from '#domain/tasks/task.ts'
import type { OperationContext } from '#operations/context.ts'
import { addTask } from '#operations/tasks/addTask.ts'
import { type TaskCounts as Counts, countTasks } from '#operations/tasks/countTasks.ts'
import { editTask } from '#operations/tasks/editTask.ts'
import { listTasks } from '#operations/tasks/listTasks.ts'
import { viewTask } from '#operations/tasks/viewTask.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { runs } from '../runs.ts'
import { selected, selectedNodes } from '../selection.ts'

const TaskStatus = builder.enumType('TaskStatus', {
  description: 'What has become of a task.',
  values: taskStatuses,
})
const TaskPriority = builder.enumType('TaskPriority', {
  description: 'How much a task presses.',
  values: taskPriorities,
})

const Task = builder.prismaObject('Task', {
  description: 'Something that somebody has to do.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the task.' }),
    title: t.exposeString('title', { description: 'What to do.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'More about it; `null` when nobody wrote more.',
    }),
    patient: t.relation('patient', {
      nullable: true,
      description: 'On whom; `null` for nobody in particular.',
    }),
    assignedTo: t.relation('assignedTo', { description: 'Who has to do it.' }),
    createdBy: t.relation('createdBy', { description: 'Who gave it.' }),
    status: t.expose('status', { type: TaskStatus, description: 'What has become of it.' }),
    priority: t.expose('priority', { type: TaskPriority, description: 'How much it presses.' }),
    dueDate: t.expose('dueDate', {
      type: 'DateTime',
      nullable: true,
      description: 'By when; `null` when it can wait.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was completed, by the server’s clock; `null` unless completed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

const TaskCounts = builder.objectRef<Counts>('TaskCounts').implement({
  description: 'How many tasks stand in each group of the list, by the clinic’s days.',
  fields: (t) => ({
    overdue: t.exposeInt('overdue', { description: 'Still to do, and due before today.' }),
    today: t.exposeInt('today', { description: 'Still to do, and due today.' }),
    later: t.exposeInt('later', { description: 'Still to do, and due later or whenever.' }),
    done: t.exposeInt('done', { description: 'Completed or cancelled.' }),
    isExact: t.exposeBoolean('isExact', {
      description: 'False when one of them holds more than 10,000, which is as far as is counted.',
    }),
  }),
})

builder.queryField('tasks', (t) =>
  t.withAuth({ can: 'task.list' }).connection(
    {
      type: Task,
      description:
        'Tasks that exist for the caller, by due date and then priority; with `open: false` those that changed last ' +
        'first.',
      args: {
        open: t.arg.boolean({
          description: 'Only those that are pending or in progress; `false` for only those that are not.',
        }),
        status: t.arg({ type: TaskStatus, description: 'Only tasks of which this has become.' }),
        assignedTo: t.arg.id({ description: 'Only tasks of this user.' }),
        patientId: t.arg.id({ description: 'Only tasks on this patient.' }),
      },
      resolve: async (_root, { open, status, assignedTo, patientId, ...page }, context, info) => {
        const asked = { open, status, assignedTo, patientId }
        return asConnection(await listTasks(context, asked, page, selectedNodes(context, info)))
      },
    },
    {
      description: 'One page of tasks.',
      fields: (connection) => ({
        counts: connection.field({
          type: TaskCounts,
          description: 'How many tasks match, open or not, by group.',
          resolve: ({ asked }, _args, context) => countTasks(context as OperationContext, asked),
        }),
      }),
    },
  ),
)

builder.queryField('task', (t) =>
  t.withAuth({ can: 'task.list' }).field({
    type: Task,
    description: 'One task, opened. An unknown one and one that the caller may not see are both `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Key of the task.' }) },
    resolve: (_root, { id }, context, info) => viewTask(context, { taskId: id }, selected(context, info)),
  }),
)

const AddTaskInput = builder.inputType('AddTaskInput', {
  description: 'A new task.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'What to do.' }),
    description: t.string({ description: 'More about it.' }),
    patientId: t.id({ description: 'On whom; left out for nobody in particular.' }),
    assignedTo: t.id({ required: true, description: 'Key of an active user who can see the patient.' }),
    priority: t.field({ type: TaskPriority, description: '`normal` when left out.' }),
    dueDate: t.field({ type: 'DateTime', description: 'By when.' }),
  }),
})

builder.mutationField('addTask', (t) =>
  t.withAuth({ can: 'task.add' }).field({
    type: Task,
    description: 'Gives somebody something to do, and tells them.',
    args: { input: t.arg({ type: AddTaskInput, required: true, description: 'What, and for whom.' }) },
    ...runs(addTask),
  }),
)

const EditTaskInput = builder.inputType('EditTaskInput', {
  description: 'Changes to a task: what is left out stays.',
  fields: (t) => ({
    taskId: t.id({ required: true, description: 'Key of the task.' }),
    title: t.string({ description: 'What to do.' }),
    description: t.string({ description: 'More about it; `null` clears it.' }),
    assignedTo: t.id({ description: 'Key of an active user who can see the patient.' }),
    priority: t.field({ type: TaskPriority, description: 'How much it presses.' }),
    dueDate: t.field({ type: 'DateTime', description: 'By when; `null` clears it.' }),
    status: t.field({
      type: TaskStatus,
      description: 'Completing, reopening and cancelling are changes of this.',
    }),
    completedAt: t.string({ description: 'Taken for old callers and not used: the server’s clock counts.' }),
  }),
})

builder.mutationField('editTask', (t) =>
  t.withAuth({ can: 'task.edit' }).field({
    type: Task,
    description: 'Changes, completes, reopens or cancels a task. `conflict` where the status cannot follow.',
    args: { input: t.arg({ type: EditTaskInput, required: true, description: 'Which, and how.' }) },
    ...runs(editTask),
  }),
)
