import { displayAddress } from '#domain/users/serviceAccount.ts'
import type { Viewer as ViewerShape } from '#operations/sessions/recogniseVisitor.ts'
import { builder } from '../builder.ts'
import { Role } from '../users/User.ts'

export const Viewer = builder.objectRef<ViewerShape>('Viewer').implement({
  description: 'Whoever is signed in on this session.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the user.' }),
    email: t.string({
      description: 'Address the user signs in with; empty for a service account.',
      resolve: displayAddress,
    }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
    role: t.expose('role', { type: Role, description: 'Role the user has now.' }),
    profileImageUrl: t.exposeString('profileImageUrl', {
      nullable: true,
      description: 'Address of a picture; `null` shows the initials.',
    }),
    noticeMinutes: t.exposeInt('noticeMinutes', {
      description: 'Minutes before the idle sign-out at which they want to be warned.',
    }),
    emailAlerts: t.exposeBoolean('emailAlerts', {
      description: 'Whether copies of alerts go to the address, where mail is sent.',
    }),
    mustChangePassword: t.exposeBoolean('mustChangePassword', {
      description: 'While true, nothing but this field, changing the password and signing out is open.',
    }),
  }),
})
