import { graphql } from '#generated/gql.ts'
import { inputWith, list, route, versionedRoute } from './route.ts'

export const RestTask = graphql(`
  fragment RestTask on Task {
    id title description unattended status priority dueDate completedAt createdAt updatedAt version
    identifiers { system value }
    assignedTo { id firstName lastName }
    createdBy { id firstName lastName }
    patient { id firstName lastName }
  }
`)

export const taskRoutes = [
  list('GET /api/tasks', {
    document: graphql(`
      query RestTasks(
        $first: Int, $after: String, $open: Boolean, $status: TaskStatus, $assignedTo: ID, $patientId: ID
        $updatedSince: DateTime, $sort: TaskSort
      ) {
        tasks(
          first: $first, after: $after, open: $open, status: $status, assignedTo: $assignedTo, patientId: $patientId
          updatedSince: $updatedSince, sort: $sort
        ) {
          edges { cursor node { ...RestTask } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    filters: ['open', 'status', 'assignedTo', 'patientId', 'updatedSince', 'sort'],
    flags: ['open'],
    connection: ({ tasks }) => tasks,
  }),
  route('POST /api/tasks', {
    document: graphql(`
      mutation RestAddTask($input: AddTaskInput!) { addTask(input: $input) { ...RestTask } }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ addTask }) => ({ ...addTask, message: 'Task added successfully' }),
  }),
  route('GET /api/tasks/by-identifier', {
    document: graphql(`
      query RestTaskByIdentifier($system: String!, $value: String!) {
        taskByIdentifier(system: $system, value: $value) { ...RestTask }
      }
    `),
    filters: ['system', 'value'],
    reply: ({ taskByIdentifier }) => taskByIdentifier,
  }),
  route('PUT /api/tasks/by-identifier', {
    document: graphql(`
      mutation RestUpsertTask($input: UpsertTaskInput!) { upsertTask(input: $input) { isNew task { ...RestTask } } }
    `),
    variables: inputWith(),
    reply: ({ upsertTask: { task, isNew } }) => ({
      ...task,
      isNew,
      message: isNew ? 'Task added successfully' : 'Task updated',
    }),
  }),
  route('GET /api/tasks/:id', {
    document: graphql(`query RestTaskById($id: ID!) { task(id: $id) { ...RestTask } }`),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ task }) => task,
  }),
  versionedRoute('PUT /api/tasks/:id', {
    document: graphql(
      `mutation RestEditTask($input: EditTaskInput!) { editTask(input: $input) { ...RestTask } }`,
    ),
    variables: inputWith({ id: 'taskId' }),
    reply: ({ editTask }) => ({
      ...editTask,
      message: editTask.status === 'completed' ? 'Task marked as completed' : 'Task updated',
    }),
  }),
]
