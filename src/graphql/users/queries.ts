import type { WorkCounts } from '#domain/users/assignedWork.ts'
import { listAssignableUsers } from '#operations/users/assignableUsers.ts'
import {
  type AssignedWork as Assigned,
  listAssignedWork,
  reassignWork,
} from '#operations/users/reassignWork.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import { User } from './User.ts'

builder.queryField('assignableUsers', (t) =>
  t.withAuth({ can: 'user.listAssignable' }).field({
    type: [User],
    description:
      'Active users, by name, for choosing an assignee. Patients are assigned to attorneys and staff only.',
    resolve: (_root, _args, context) => listAssignableUsers(context, {}),
  }),
)

const counts = {
  patients: 'Patients who are not dropped.',
  openTasks: 'Tasks that are not completed or cancelled.',
  appointments: 'Scheduled appointments that have not begun.',
}

const AssignedWork = builder.objectRef<Assigned>('AssignedWork').implement({
  description: 'The work of a user in numbers.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'The user.', resolve: ({ user }) => user }),
    patients: t.exposeInt('patients', { description: counts.patients }),
    openTasks: t.exposeInt('openTasks', { description: counts.openTasks }),
    appointments: t.exposeInt('appointments', { description: counts.appointments }),
  }),
})

builder.queryField('assignedWork', (t) =>
  t.withAuth({ can: 'user.list' }).field({
    type: [AssignedWork],
    description:
      'The work of a user in numbers; without a user, the work of each inactive user who still has some, by name, at most 100. Needs the admin role, or a key that may create accounts; `not_found` for an unknown user.',
    args: { userId: t.arg.id({ description: 'ID of the user.' }) },
    extensions: { input: listAssignedWork.input },
    resolve: (_root, args, context) => listAssignedWork(context, args),
  }),
)

const ReassignedWork = builder.objectRef<WorkCounts>('ReassignedWork').implement({
  description: 'The work that the successor got, in numbers.',
  fields: (t) => ({
    patients: t.exposeInt('patients', {
      description: 'Patients, with the dropped ones who have an open task.',
    }),
    openTasks: t.exposeInt('openTasks', { description: counts.openTasks }),
    appointments: t.exposeInt('appointments', { description: counts.appointments }),
  }),
})

const ReassignWorkInput = builder.inputType('ReassignWorkInput', {
  description: 'A user, and who takes over the work.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'ID of the user, active or not.' }),
    successorId: t.id({
      required: true,
      description: 'ID of another active user; an attorney or staff member if there are patients.',
    }),
  }),
})

builder.mutationField('reassignWork', (t) =>
  t.withAuth({ can: 'user.reassignWork' }).field({
    type: ReassignedWork,
    description:
      "Assigns a user's patients, open tasks and coming appointments to another user, who gets one alert with the counts. Dropped patients stay, unless the user has an open task on them. Attorneys read only records of patients whose signed form names them. Needs the admin role.",
    args: { input: t.arg({ type: ReassignWorkInput, required: true, description: 'Both users.' }) },
    ...runs(reassignWork),
  }),
)
