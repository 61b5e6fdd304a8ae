import { graphql } from '#generated/gql.ts'
import { file, inputWith, list, route } from './route.ts'

export const RestAccount = graphql(`
  fragment RestAccount on Account {
    id firstName lastName email role isActive mustChangePassword profileImageUrl createdAt identifiers { system value }
  }
`)

export const userRoutes = [
  list('GET /api/users', {
    document: graphql(`
      query RestUsers($first: Int, $after: String) {
        users(first: $first, after: $after) {
          edges { cursor node { ...RestAccount } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    connection: ({ users }) => users,
  }),
  route('GET /api/users/assignable', {
    document: graphql(`query RestAssignableUsers { assignableUsers { id firstName lastName role } }`),
    reply: ({ assignableUsers }) => assignableUsers,
  }),
  route('GET /api/users/assigned-work', {
    document: graphql(`
      query RestAssignedWork($userId: ID) {
        assignedWork(userId: $userId) { user { id firstName lastName role } patients openTasks appointments }
      }
    `),
    filters: ['userId'],
    reply: ({ assignedWork }) => assignedWork,
  }),
  route('POST /api/users/:id/reassign-work', {
    document: graphql(`
      mutation RestReassignWork($input: ReassignWorkInput!) {
        reassignWork(input: $input) { patients openTasks appointments }
      }
    `),
    variables: inputWith({ id: 'userId' }),
    reply: ({ reassignWork }) => ({ ...reassignWork, message: 'Work reassigned successfully' }),
  }),
  file('GET /api/users/:id/image', {
    document: graphql(`
      query RestProfileImage($userId: ID!) { profileImage(userId: $userId) { contentBase64 mimeType } }
    `),
    variables: ({ params }) => ({ userId: params.id }),
    file: ({ profileImage: { contentBase64, mimeType } }) => ({
      content: Buffer.from(contentBase64, 'base64'),
      mimeType,
      fileName: `picture.${mimeType.split('/')[1]}`,
      keptSeconds: 3600,
    }),
  }),
  route('GET /api/users/by-identifier', {
    document: graphql(`
      query RestUserByIdentifier($system: String!, $value: String!) {
        userByIdentifier(system: $system, value: $value) { ...RestAccount }
      }
    `),
    filters: ['system', 'value'],
    reply: ({ userByIdentifier }) => userByIdentifier,
  }),
  route('GET /api/users/:id', {
    document: graphql(`query RestUserById($id: ID!) { user(id: $id) { ...RestAccount } }`),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ user }) => user,
  }),
  route('POST /api/users/create', {
    document: graphql(`
      mutation RestCreateUser($input: CreateUserInput!) { createUser(input: $input) { ...RestAccount } }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ createUser }) => ({ ...createUser, message: 'User created successfully' }),
  }),
  route('PATCH /api/users/:id/status', {
    document: graphql(`
      mutation RestSetUserActive($input: SetUserActiveInput!) { setUserActive(input: $input) { ...RestAccount } }
    `),
    variables: inputWith({ id: 'userId' }),
    reply: ({ setUserActive }) => ({
      ...setUserActive,
      message: setUserActive.isActive ? 'User activated successfully' : 'User deactivated successfully',
    }),
  }),
  route('DELETE /api/users/:id', {
    document: graphql(
      `mutation RestDeleteUser($input: DeleteUserInput!) { deleteUser(input: $input) { id } }`,
    ),
    variables: inputWith({ id: 'userId' }),
    reply: () => ({ message: 'User deleted successfully' }),
  }),
]
