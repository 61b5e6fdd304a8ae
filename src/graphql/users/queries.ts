import { listAssignableUsers } from '#operations/users/assignableUsers.ts'
import { builder } from '../builder.ts'
import { User } from './User.ts'

builder.queryField('assignableUsers', (t) =>
  t.withAuth({ can: 'user.listAssignable' }).field({
    type: [User],
    description:
      'Active users, by name, for choosing an assignee. Patients are assigned to attorneys and staff only.',
    resolve: (_root, _args, context) => listAssignableUsers(context, {}),
  }),
)
