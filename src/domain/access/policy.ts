import type { RecordClosing } from '../consent/authorization.ts'
import type { Actor, Role } from './actor.ts'
import { admin, clinic, everyone, type Rule, rules } from './rules.ts'

/** The facts about a patient that rules may use. They are relations only; the status table covers states. */
export type PatientRelations = { createdById: string; assignedAttorneyId: string | null }

/** The facts about a chart's records that rules may use: an attorney's access ends with the consent. */
export type RecordRelations = PatientRelations & { recordsClosed: RecordClosing | null }
/** The fact about an account that rules may use. */
export type UserRelations = { userId: string | null }
/** The facts about activating or deactivating an account that rules may use: its role, and the new state. */
export type ActivationRelations = UserRelations & { role: Role; isActive: boolean }
/** The fact about a new account that rules may use. */
export type NewUserRelations = { role: Role }
/** The fact about a note that rules may use. */
export type NoteRelations = { createdById: string }

const patientPolicy = rules<PatientRelations>()({
  'patient.list': { roles: everyone, scope: 'patients_read' },
  'patient.view': { roles: everyone, scope: 'patients_read' },
  'patient.add': { roles: clinic, scope: 'patients_write' },
  'patient.edit': { roles: clinic, scope: 'patients_write' },
  'patient.drop': { roles: everyone, scope: 'patients_write' },
  'patient.overrideStatus': { roles: admin, scope: 'patients_write' },
  'patient.reassign': { roles: admin, scope: 'patients_write' },
  // Opting a patient out of reminders, or in again if the patient asks for it.
  'patient.setReminders': { roles: clinic, scope: 'patients_write' },
  'patient.restrict': { roles: admin, scope: 'patients_write' },
  // Administrators have access anyway, and for attorneys only their own patients exist. A key cannot do it, because a
  // person must be accountable.
  'patient.breakGlass': { roles: ['staff'], scope: 'closed' },
  'patient.scheduleConsultation': { roles: everyone, scope: 'appointments_write' },
  'patient.markSchedulable': { roles: clinic, scope: 'patients_write' },
  'patient.completeTreatment': { roles: clinic, scope: 'patients_write' },
  'patient.awaitRecords': { roles: clinic, scope: 'patients_write' },
  'patient.markRecordsForwarded': { roles: clinic, scope: 'forwarding_write' },
  'consent.send': { roles: everyone, scope: 'consent_send' },
  'consent.check': { roles: everyone, scope: 'consent_send' },
  // Anyone with the link or the device can sign, so an attorney could sign for the patient.
  'consent.seeLink': { roles: clinic, scope: 'consent_send' },
  // It ends the session of the user who hands over the device.
  'consent.signHere': { roles: clinic, scope: 'closed' },
  'consent.recordPaper': { roles: clinic, scope: 'consent_send' },
  'consent.preview': { roles: everyone, scope: 'patients_read' },
  'consent.view': { roles: everyone, scope: 'patients_read' },
  'consent.void': { roles: clinic, scope: 'consent_send' },
  'consent.revoke': { roles: clinic, scope: 'consent_send' },
  'consent.sendCopy': { roles: clinic, scope: 'consent_send' },
  // Closed to API keys, because a person has to look at the form and the proof of authority.
  'consent.review': { roles: clinic, scope: 'closed' },
  'forwarding.make': { roles: clinic, scope: 'forwarding_write' },
  'forwarding.list': { roles: clinic, scope: 'records_read' },
  'forwarding.seeLink': { roles: clinic, scope: 'forwarding_write' },
  'forwarding.withdraw': { roles: clinic, scope: 'forwarding_write' },
  'disclosure.list': { roles: clinic, scope: 'records_read' },
  // Disclosures outside of Caseload, and the patients' requests for the accounting.
  'disclosure.record': { roles: clinic, scope: 'records_write' },
  'legalHold.place': { roles: admin, scope: 'records_write' },
  'legalHold.lift': { roles: admin, scope: 'records_write' },
  'legalHold.list': { roles: admin, scope: 'records_read' },
  // Only administrators see the reason of a hold, because it may concern the patient's attorney.
  'legalHold.see': { roles: clinic, scope: 'patients_read' },
})

const mayKeepRecords = (actor: Actor, { createdById, assignedAttorneyId }: RecordRelations) =>
  actor.role === 'admin' || [createdById, assignedAttorneyId].includes(actor.id)

const recordPolicy = rules<RecordRelations>()({
  'record.view': {
    roles: everyone,
    scope: 'records_read',
    when: (actor, { recordsClosed }) => actor.role !== 'attorney' || recordsClosed === null,
  },
  'record.upload': { roles: clinic, scope: 'records_write', when: mayKeepRecords },
  'record.edit': { roles: clinic, scope: 'records_write', when: mayKeepRecords },
  'record.delete': { roles: admin, scope: 'records_write' },
  'record.move': { roles: admin, scope: 'records_write' },
  'record.listDeleted': { roles: admin, scope: 'records_read' },
  'record.restore': { roles: admin, scope: 'records_write' },
  'record.rescan': { roles: admin, scope: 'records_write' },
})

const isCreator = (actor: Actor, { createdById }: NoteRelations) => createdById === actor.id

const notePolicy = rules<NoteRelations>()({
  'note.read': { roles: everyone, scope: 'patients_read' },
  'note.add': { roles: everyone, scope: 'patients_write' },
  'note.edit': { roles: everyone, scope: 'patients_write', when: isCreator },
  'note.delete': {
    roles: everyone,
    scope: 'patients_write',
    when: (actor, note) => actor.role === 'admin' || isCreator(actor, note),
  },
})

/** The facts about a saved view that rules may use. */
export type ViewRelations = { ownerId: string; isShared: boolean }

const viewPolicy = rules<ViewRelations>()({
  'savedView.list': { roles: everyone, scope: 'patients_read' },
  'savedView.keep': { roles: everyone, scope: 'patients_write' },
  'savedView.share': { roles: admin, scope: 'patients_write' },
  'savedView.change': {
    roles: everyone,
    scope: 'patients_write',
    when: (actor, { ownerId, isShared }) => ownerId === actor.id || (isShared && actor.role === 'admin'),
  },
})

/** Users cannot deactivate or delete themselves (SPEC section 6). */
const isSomebodyElse = (actor: Actor, { userId }: UserRelations) => userId !== actor.id

const userPolicy = rules<UserRelations>()({
  'user.edit': { roles: admin, scope: 'closed' },
  'user.changeRole': { roles: admin, scope: 'closed', when: isSomebodyElse },
  'user.resetPassword': { roles: admin, scope: 'closed', when: isSomebodyElse },
  'user.unlock': { roles: admin, scope: 'closed' },
  'user.resetSecondFactor': { roles: admin, scope: 'closed', when: isSomebodyElse },
  'user.disconnectSignOn': { roles: admin, scope: 'closed', when: isSomebodyElse },
  'user.endSessions': { roles: admin, scope: 'closed' },
  'user.delete': { roles: admin, scope: 'closed', when: isSomebodyElse },
  'user.reassignWork': { roles: admin, scope: 'closed' },
  // Working hours and closures. Without a user, they are the clinic's.
  'availability.edit': {
    roles: everyone,
    scope: 'appointments_write',
    when: (actor, { userId }) => actor.role === 'admin' || userId === actor.id,
  },
})

const activationPolicy = rules<ActivationRelations>()({
  'user.setActive': {
    roles: admin,
    scope: 'accounts_write',
    scopeGrants: true,
    // A key can only deactivate users, and no administrators.
    when: (actor, user) =>
      isSomebodyElse(actor, user) && (!actor.key || (user.role !== 'admin' && !user.isActive)),
  },
})

const newUserPolicy = rules<NewUserRelations>()({
  'user.create': {
    roles: admin,
    scope: 'accounts_write',
    scopeGrants: true,
    when: (actor, { role }) => !actor.key || role !== 'admin',
  },
})

const plainPolicy = rules<never>()({
  'dashboard.read': { roles: everyone, scope: 'reports_read' },
  'activity.read': { roles: everyone, scope: 'reports_read' },
  'task.list': { roles: everyone, scope: 'tasks_read' },
  'task.add': { roles: everyone, scope: 'tasks_write' },
  'task.edit': { roles: everyone, scope: 'tasks_write' },
  // A program of the clinic finds its task by an identifier and writes into it. An attorney who could give one to a task of
  // their own would read what the program writes about other patients.
  'task.identify': { roles: clinic, scope: 'tasks_write' },
  'alert.list': { roles: everyone, scope: 'patients_read' },
  'alert.markRead': { roles: everyone, scope: 'patients_write' },
  'appointment.list': { roles: everyone, scope: 'appointments_read' },
  'appointment.book': { roles: clinic, scope: 'appointments_write' },
  'appointment.edit': { roles: clinic, scope: 'appointments_write' },
  'appointment.seeBusy': { roles: everyone, scope: 'appointments_read' },
  'calendar.keep': { roles: everyone, scope: 'closed' },
  'import.manage': { roles: admin, scope: 'import_run', scopeGrants: true },
  // Users cancel only their own. Starting one needs the permission for the action itself.
  // For an export, keys have the reports.
  'bulkJob.export': { roles: everyone, scope: 'closed' },
  'bulkJob.cancel': { roles: everyone, scope: 'patients_write' },
  'user.listAssignable': { roles: everyone, scope: 'any' },
  // Sets no password, but decides who can.
  'user.invite': { roles: admin, scope: 'closed' },
  'user.list': { roles: admin, scope: 'accounts_write', scopeGrants: true },
  // Setting up and listing the caller's own.
  'factor.add': { roles: everyone, scope: 'closed', withoutFactor: true },
  'factor.manage': { roles: everyone, scope: 'closed' },
  'session.manage': { roles: everyone, scope: 'closed' },
  'draft.keep': { roles: everyone, scope: 'closed' },
  'blockedAddress.manage': { roles: admin, scope: 'closed' },
  'apiKey.manage': { roles: admin, scope: 'closed' },
  // An API key manages only its own.
  'webhook.manage': { roles: admin, scope: 'webhooks_write', scopeGrants: true },
  'report.export': { roles: everyone, scope: 'reports_read' },
  'audit.read': { roles: admin, scope: 'audit_read', scopeGrants: true },
  'breakGlass.list': { roles: admin, scope: 'audit_read' },
  'breakGlass.review': { roles: admin, scope: 'closed' },
  'live.follow': { roles: everyone, scope: 'any' },
  // The type of the object decides what else is needed.
  'node.read': { roles: everyone, scope: 'any' },
  'data.export': { roles: admin, scope: 'closed' },
  'graphiql.use': { roles: admin, scope: 'any' },
  'profile.edit': { roles: everyone, scope: 'closed' },
  'profile.seeImage': { roles: everyone, scope: 'any' },
  'system.read': { roles: everyone, scope: 'any' },
  'system.test': { roles: admin, scope: 'closed' },
  'mail.manage': { roles: admin, scope: 'closed' },
  'settings.edit': { roles: admin, scope: 'closed' },
  'template.list': { roles: everyone, scope: 'any' },
  'template.manage': { roles: admin, scope: 'closed' },
})

/** The complete role matrix of DECISIONS, used by operations, schema, pages and buttons. */
export const policy = {
  ...patientPolicy,
  ...recordPolicy,
  ...notePolicy,
  ...viewPolicy,
  ...userPolicy,
  ...activationPolicy,
  ...newUserPolicy,
  ...plainPolicy,
}

export type Action = keyof typeof policy
export type SubjectOf<A extends Action> = A extends keyof typeof patientPolicy
  ? PatientRelations
  : A extends keyof typeof recordPolicy
    ? RecordRelations
    : A extends keyof typeof notePolicy
      ? NoteRelations
      : A extends keyof typeof viewPolicy
        ? ViewRelations
        : A extends keyof typeof userPolicy
          ? UserRelations
          : A extends keyof typeof activationPolicy
            ? ActivationRelations
            : A extends keyof typeof newUserPolicy
              ? NewUserRelations
              : never

/**
 * Whether the scopes of this actor's API key allow the action, ignoring the role of its user; always true for a person.
 * Most callers want `can`, which also checks the role.
 */
export function isInScope({ key }: Pick<Actor, 'key'>, action: Action): boolean {
  if (!key) return true
  const { scope } = policy[action]
  return scope === 'any' || (scope !== 'closed' && key.scopes.includes(scope))
}

/**
 * Leave `subject` out to ask whether the role could ever do this, before one is loaded. A user who must
 * change the password can do nothing until it is changed. A user who must set up a second factor can do only that.
 */
export function can<A extends Action>(actor: Actor | null, action: A, subject?: SubjectOf<A>): boolean {
  if (!actor || actor.mustChangePassword || !isInScope(actor, action)) return false
  const rule = policy[action] as unknown as Rule<SubjectOf<A>>
  if (actor.mustAddFactor && !rule.withoutFactor) return false
  const isGrantedByScope = actor.key !== undefined && rule.scopeGrants === true && actor.role !== 'attorney'
  if (!rule.roles.includes(actor.role) && !isGrantedByScope) return false
  return subject === undefined || !rule.when || rule.when(actor, subject)
}
