import { displayAddress } from '#domain/users/serviceAccount.ts'
import type { Viewer as ViewerShape } from '#operations/sessions/recognizeVisitor.ts'
import { builder } from '../builder.ts'
import { Role } from '../users/User.ts'

export const Viewer = builder.objectRef<ViewerShape>('Viewer').implement({
  description: 'The signed-in user of this session.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the user.' }),
    email: t.string({
      description: 'Address the user signs in with; empty for a service account.',
      resolve: displayAddress,
    }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
    role: t.expose('role', { type: Role, description: 'Current role of the user.' }),
    profileImageUrl: t.exposeString('profileImageUrl', {
      nullable: true,
      description: 'Address of a picture; `null` shows the initials.',
    }),
    noticeMinutes: t.exposeInt('noticeMinutes', {
      description: 'Minutes between the warning and the idle sign-out.',
    }),
    emailAlerts: t.exposeBoolean('emailAlerts', {
      description: 'Whether the user also gets alerts by e-mail, if e-mail is set up.',
    }),
    mustChangePassword: t.exposeBoolean('mustChangePassword', {
      description: 'If true, the user can only read this field, change the password and sign out.',
    }),
    mustAddFactor: t.boolean({
      description: 'If true, the user can only set up a second factor, change the password and sign out.',
      resolve: ({ mustAddFactor = false }) => mustAddFactor,
    }),
    hasSecondFactor: t.exposeBoolean('hasSecondFactor', {
      description: 'Whether signing in takes a second factor.',
    }),
  }),
})
