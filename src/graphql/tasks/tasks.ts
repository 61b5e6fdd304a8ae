import { unattendedReason } from '#domain/access/unattended.ts'
import { openTaskStatuses, taskPriorities, taskSorts, taskStatuses } from '#domain/tasks/task.ts'
import type { Task as TaskRow } from '#infra/prisma/client.ts'
import type { OperationContext } from '#operations/context.ts'
import type { Upserted } from '#operations/identifiers.ts'
import { addTask } from '#operations/tasks/addTask.ts'
import { type TaskCounts as Counts, countTasks } from '#operations/tasks/countTasks.ts'
import { editTask } from '#operations/tasks/editTask.ts'
import { listTasks } from '#operations/tasks/listTasks.ts'
import { upsertTask, viewTaskByIdentifier } from '#operations/tasks/upsertTask.ts'
import { viewTask } from '#operations/tasks/viewTask.ts'
import { builder } from '../builder.ts'
import { asConnection, UPDATED_SORT, updatedSinceArg } from '../connection.ts'
import { enumValues } from '../enumValues.ts'
import {
  changedIdentifiers,
  identifierArgs,
  identifiersOf,
  newIdentifiers,
  upsertedBy,
} from '../identifiers.ts'
import { Node } from '../nodes/Node.ts'
import { runs } from '../runs.ts'
import { selected, selectedNodes } from '../selection.ts'
import { ofPatient, responsible, UnattendedReason } from '../unattended.ts'
import { expectedVersion, version } from '../version.ts'

const TaskStatus = builder.enumType('TaskStatus', {
  description: 'Status of a task.',
  values: enumValues(taskStatuses, {
    pending: 'Not begun',
    in_progress: 'Begun',
    completed: 'Done',
    cancelled: 'No longer needed',
  }),
})
const TaskSort = builder.enumType('TaskSort', {
  description: 'Sort key of the list of tasks.',
  values: enumValues(taskSorts, {
    due: 'By due date and then priority. Tasks without a date come last.',
    updated: UPDATED_SORT,
  }),
})
export const TaskPriority = builder.enumType('TaskPriority', {
  description: 'Priority of a task.',
  values: enumValues(taskPriorities, {
    low: 'Low',
    normal: 'Normal, the default',
    high: 'High',
    urgent: 'Urgent',
  }),
})

const Task = builder.prismaObject('Task', {
  interfaces: [Node],
  description: 'A task for a user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the task.' }),
    title: t.exposeString('title', { description: 'What to do, in one line.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description; `null` if there is none.',
    }),
    patient: t.relation('patient', {
      nullable: true,
      description: 'The patient; `null` if it concerns none.',
    }),
    assignedTo: t.relation('assignedTo', { description: 'The assignee.' }),
    unattended: t.field({
      type: UnattendedReason,
      nullable: true,
      description: 'Why the assignee of an open task cannot attend to it; `null` otherwise.',
      select: { status: true, assignedTo: responsible, patient: ofPatient },
      resolve: ({ status, assignedTo, patient }) =>
        openTaskStatuses.some((open) => open === status) ? unattendedReason(assignedTo, patient) : null,
    }),
    createdBy: t.relation('createdBy', { description: 'User who created it.' }),
    status: t.expose('status', { type: TaskStatus, description: 'Status of the task.' }),
    priority: t.expose('priority', { type: TaskPriority, description: 'Priority of the task.' }),
    dueDate: t.expose('dueDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Due date; `null` if there is none.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: "When it was completed, by the server's clock; `null` if it is not completed.",
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    version: t.string(version),
    identifiers: t.relation('identifiers', identifiersOf('the task')),
  }),
})

const TaskCounts = builder.objectRef<Counts>('TaskCounts').implement({
  description: "Number of tasks in each group of the list, by the clinic's days.",
  fields: (t) => ({
    overdue: t.exposeInt('overdue', { description: 'Open tasks that were due before today.' }),
    today: t.exposeInt('today', { description: 'Open tasks that are due today.' }),
    later: t.exposeInt('later', { description: 'Open tasks that are due later or have no due date.' }),
    done: t.exposeInt('done', { description: 'Completed or cancelled tasks.' }),
    isExact: t.exposeBoolean('isExact', {
      description: 'False if a group has more than 10,000 tasks, where counting stops.',
    }),
  }),
})

builder.queryField('tasks', (t) =>
  t.withAuth({ can: 'task.list' }).connection(
    {
      type: Task,
      description:
        'Tasks that the caller can see, by due date and then priority; with `open: false` by last change, newest ' +
        'first. `sort` gives another order.',
      args: {
        open: t.arg.boolean({
          description: 'Only pending tasks and those in progress; `false` for only the others.',
        }),
        status: t.arg({ type: TaskStatus, description: 'Only tasks with this status.' }),
        assignedTo: t.arg.id({ description: 'Only tasks of this assignee.' }),
        patientId: t.arg.id({ description: 'Only tasks on this patient.' }),
        updatedSince: t.arg(updatedSinceArg),
        sort: t.arg({ type: TaskSort, description: 'Sort key.' }),
      },
      resolve: async (_root, { first, last, before, after, ...filters }, context, info) => {
        const page = { first, last, before, after }
        return asConnection(await listTasks(context, filters, page, selectedNodes(context, info)))
      },
    },
    {
      description: 'One page of tasks.',
      fields: (connection) => ({
        counts: connection.field({
          type: TaskCounts,
          description: 'Number of matching tasks by group, open or not.',
          resolve: ({ filters }, _args, context) => countTasks(context as OperationContext, filters),
        }),
      }),
    },
  ),
)

builder.queryField('task', (t) =>
  t.withAuth({ can: 'task.list' }).field({
    type: Task,
    description: 'Opens one task. `not_found` if it does not exist or the caller cannot see it.',
    args: { id: t.arg.id({ required: true, description: 'ID of the task.' }) },
    resolve: (_root, { id }, context, info) => viewTask(context, { taskId: id }, selected(context, info)),
  }),
)

builder.queryField('taskByIdentifier', (t) =>
  t.withAuth({ can: 'task.list' }).field({
    type: Task,
    description:
      'Opens the task with an identifier of another system. `not_found` if there is none or the caller cannot see it.',
    args: { system: t.arg.string(identifierArgs.system), value: t.arg.string(identifierArgs.value) },
    resolve: (_root, args, context, info) => viewTaskByIdentifier(context, args, selected(context, info)),
  }),
)

const CLINIC_ONLY = ' Needs the staff or admin role.'

const AddTaskInput = builder.inputType('AddTaskInput', {
  description: 'A new task.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'What to do, in one line.' }),
    description: t.string({ description: 'Details of the task.' }),
    patientId: t.id({ description: 'The patient; omit it if the task concerns none.' }),
    assignedTo: t.id({ required: true, description: 'ID of an active user who can see the patient.' }),
    priority: t.field({ type: TaskPriority, description: 'Default: `normal`.' }),
    dueDate: t.field({ type: 'DateTime', description: 'When it is due.' }),
    identifiers: t.field(newIdentifiers('the task', CLINIC_ONLY)),
  }),
})

builder.mutationField('addTask', (t) =>
  t.withAuth({ can: 'task.add' }).field({
    type: Task,
    description: 'Creates a task and alerts the assignee.',
    args: { input: t.arg({ type: AddTaskInput, required: true, description: 'The task.' }) },
    ...runs(addTask),
  }),
)

const EditTaskInput = builder.inputType('EditTaskInput', {
  description: 'Changes to a task; omitted fields stay unchanged.',
  fields: (t) => ({
    taskId: t.id({ required: true, description: 'ID of the task.' }),
    expectedVersion: t.string({ description: expectedVersion }),
    title: t.string({ description: 'What to do, in one line.' }),
    description: t.string({ description: 'Description; `null` clears it.' }),
    assignedTo: t.id({ description: 'ID of an active user who can see the patient.' }),
    priority: t.field({ type: TaskPriority, description: 'Priority of the task.' }),
    dueDate: t.field({ type: 'DateTime', description: 'Due date; `null` clears it.' }),
    status: t.field({
      type: TaskStatus,
      description: 'Status; used to complete, reopen or cancel a task.',
    }),
    completedAt: t.string({
      description: "Accepted for compatibility and ignored: the server's clock counts.",
    }),
    identifiers: t.field(changedIdentifiers('the task', CLINIC_ONLY)),
  }),
})

builder.mutationField('editTask', (t) =>
  t.withAuth({ can: 'task.edit' }).field({
    type: Task,
    description:
      'Changes, completes, reopens or cancels a task. `conflict` if the status cannot change that way.',
    args: { input: t.arg({ type: EditTaskInput, required: true, description: 'The task and its changes.' }) },
    ...runs(editTask),
  }),
)

const UpsertTaskInput = builder.inputType('UpsertTaskInput', {
  description: 'A task of another system. For an existing task, omitted fields stay unchanged.',
  fields: (t) => ({
    identifier: t.field(upsertedBy('the task')),
    title: t.string({ description: 'What to do, in one line; required for a new task.' }),
    description: t.string({ description: 'Description; `null` clears it.' }),
    patientId: t.id({
      description: 'The patient of a new task. The patient of an existing one cannot change.',
    }),
    assignedTo: t.id({
      description: 'ID of an active user who can see the patient; required for a new task.',
    }),
    priority: t.field({
      type: TaskPriority,
      description: 'Priority; for a new task `normal` when left out.',
    }),
    dueDate: t.field({ type: 'DateTime', description: 'Due date; `null` clears it.' }),
    status: t.field({ type: TaskStatus, description: 'Status; for a new task `pending` when left out.' }),
  }),
})

const UpsertedTask = builder.objectRef<Upserted<TaskRow>>('UpsertedTask').implement({
  description: 'A task that was added or edited.',
  fields: (t) => ({
    task: t.expose('value', { type: Task, description: 'The task.' }),
    isNew: t.exposeBoolean('isNew', { description: 'Whether the task was added.' }),
  }),
})

builder.mutationField('upsertTask', (t) =>
  t.withAuth({ can: 'task.identify' }).field({
    type: UpsertedTask,
    description:
      'Edits the task with an identifier of another system, or adds one with it. `conflict` if the status cannot change that way. Needs the staff or admin role.',
    args: { input: t.arg({ type: UpsertTaskInput, required: true, description: 'The task.' }) },
    ...runs(upsertTask),
  }),
)
