import type { RecordClosing } from '../consent/authorization.ts'
import type { Actor, Role } from './actor.ts'

/** What a rule may ask of a patient: relations only. States belong to the status table. */
export type PatientRelations = { createdById: string; assignedAttorneyId: string | null }
/** What besides says to whom a chart is open. */
export type ChartRelations = PatientRelations & { restrictedAt: Date | null }

/**
 * Whether a patient is open to somebody by what they are to each other. Breaking the glass opens a chart besides, for
 * some hours; whoever asks for themselves goes by `patientsVisibleTo`, which looks that up.
 */
export const isOpenTo = (
  { id, role }: Pick<Actor, 'id' | 'role'>,
  { createdById, assignedAttorneyId, restrictedAt }: ChartRelations,
): boolean =>
  role === 'admin' ||
  assignedAttorneyId === id ||
  (role === 'staff' && (restrictedAt === null || createdById === id))

/** What a rule may ask of a chart's records: an attorney's way to them closes with the consent, as it stands now. */
export type RecordRelations = PatientRelations & { recordsClosed: RecordClosing | null }
/** What a rule may ask of an account. */
export type UserRelations = { userId: string }
/** What a rule may ask of a note. */
export type NoteRelations = { createdById: string }

/** `when` narrows a role's grant to one subject; a rule without it depends on the role alone. */
type Rule<Subject> = { roles: readonly Role[]; when?: (actor: Actor, subject: Subject) => boolean }

const rules =
  <Subject>() =>
  <Action extends string>(table: Record<Action, Rule<Subject>>) =>
    table

const everyone = ['admin', 'staff', 'attorney'] as const
const clinic = ['admin', 'staff'] as const
const admin = ['admin'] as const

const patientPolicy = rules<PatientRelations>()({
  'patient.list': { roles: everyone },
  'patient.view': { roles: everyone },
  'patient.add': { roles: clinic },
  'patient.edit': { roles: clinic },
  'patient.drop': { roles: everyone },
  'patient.overrideStatus': { roles: admin },
  'patient.reassign': { roles: admin },
  'patient.restrict': { roles: admin },
  // An administrator needs to break nothing, and to an attorney only their own patients exist.
  'patient.breakGlass': { roles: ['staff'] },
  'patient.scheduleConsultation': { roles: everyone },
  'patient.markSchedulable': { roles: clinic },
  'patient.completeTreatment': { roles: clinic },
  'patient.awaitRecords': { roles: clinic },
  'patient.markRecordsForwarded': { roles: clinic },
  'consent.send': { roles: everyone },
  'consent.check': { roles: everyone },
  'consent.seeLink': { roles: everyone },
  'consent.signHere': { roles: everyone },
  'consent.recordPaper': { roles: clinic },
  'consent.view': { roles: everyone },
  'consent.void': { roles: clinic },
  'consent.revoke': { roles: clinic },
  'forwarding.make': { roles: clinic },
  'forwarding.list': { roles: clinic },
  'forwarding.seeLink': { roles: clinic },
  'forwarding.withdraw': { roles: clinic },
  'disclosure.list': { roles: clinic },
  'legalHold.place': { roles: admin },
  'legalHold.lift': { roles: admin },
  'legalHold.list': { roles: admin },
  // Of which matter is for administrators to know; that the patient's attorney is held against may be the matter.
  'legalHold.see': { roles: clinic },
})

const recordPolicy = rules<RecordRelations>()({
  'record.view': {
    roles: everyone,
    when: (actor, { recordsClosed }) => actor.role !== 'attorney' || recordsClosed === null,
  },
  'record.upload': {
    roles: clinic,
    when: (actor, { createdById, assignedAttorneyId }) =>
      actor.role === 'admin' || [createdById, assignedAttorneyId].includes(actor.id),
  },
  'record.delete': { roles: admin },
  'record.listDeleted': { roles: admin },
  'record.restore': { roles: admin },
  'record.rescan': { roles: admin },
})

const isCreator = (actor: Actor, { createdById }: NoteRelations) => createdById === actor.id

const notePolicy = rules<NoteRelations>()({
  'note.read': { roles: everyone },
  'note.add': { roles: everyone },
  'note.edit': { roles: everyone, when: isCreator },
  'note.delete': {
    roles: everyone,
    when: (actor, note) => actor.role === 'admin' || isCreator(actor, note),
  },
})

/** What a rule may ask of a saved view. */
export type ViewRelations = { ownerId: string; isShared: boolean }

const viewPolicy = rules<ViewRelations>()({
  'savedView.keep': { roles: everyone },
  'savedView.share': { roles: admin },
  'savedView.change': {
    roles: everyone,
    when: (actor, { ownerId, isShared }) => ownerId === actor.id || (isShared && actor.role === 'admin'),
  },
})

/** Nobody takes themselves out (SPEC section 6). */
const isSomebodyElse = (actor: Actor, { userId }: UserRelations) => userId !== actor.id

const userPolicy = rules<UserRelations>()({
  'user.edit': { roles: admin },
  'user.changeRole': { roles: admin, when: isSomebodyElse },
  'user.resetPassword': { roles: admin, when: isSomebodyElse },
  'user.unlock': { roles: admin },
  'user.endSessions': { roles: admin },
  'user.setActive': { roles: admin, when: isSomebodyElse },
  'user.delete': { roles: admin, when: isSomebodyElse },
})

const plainPolicy = rules<never>()({
  'dashboard.read': { roles: everyone },
  'activity.read': { roles: everyone },
  'task.list': { roles: everyone },
  'task.add': { roles: everyone },
  'task.edit': { roles: everyone },
  'alert.read': { roles: everyone },
  'appointment.list': { roles: everyone },
  'appointment.book': { roles: clinic },
  'appointment.edit': { roles: clinic },
  'appointment.seeBusy': { roles: everyone },
  'calendar.keep': { roles: everyone },
  'import.manage': { roles: admin },
  'user.listAssignable': { roles: everyone },
  'user.list': { roles: admin },
  'session.manage': { roles: everyone },
  'draft.keep': { roles: everyone },
  'user.create': { roles: admin },
  'blockedAddress.manage': { roles: admin },
  'apiKey.manage': { roles: admin },
  'report.export': { roles: everyone },
  'audit.read': { roles: admin },
  'breakGlass.review': { roles: admin },
  'live.follow': { roles: everyone },
  'data.export': { roles: admin },
  'graphiql.use': { roles: admin },
  'profile.edit': { roles: everyone },
  'profile.seeImage': { roles: everyone },
  'system.read': { roles: everyone },
  'system.test': { roles: admin },
  'mail.manage': { roles: admin },
  'settings.edit': { roles: admin },
  'template.manage': { roles: admin },
})

/** The whole role matrix of DECISIONS: the one answer that operations, schema, pages and buttons ask for. */
export const policy = {
  ...patientPolicy,
  ...recordPolicy,
  ...notePolicy,
  ...viewPolicy,
  ...userPolicy,
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
          : never

/** What stays with people: an API key is nobody who signs in, types or leaves with everything, whoever it acts as. */
const closedToKeys: readonly Action[] = [
  'apiKey.manage',
  'session.manage',
  'draft.keep',
  'data.export',
  'profile.edit',
  'calendar.keep',
  // It ends the session of whoever hands the device over.
  'consent.signHere',
  // Somebody has to answer for it.
  'patient.breakGlass',
]

/**
 * Leave `subject` out to ask whether the role could ever do this, before one is loaded. A user who must
 * change the password can do nothing until it is changed.
 */
export function can<A extends Action>(actor: Actor | null, action: A, subject?: SubjectOf<A>): boolean {
  if (!actor || actor.mustChangePassword) return false
  if (actor.key && closedToKeys.includes(action)) return false
  const rule = policy[action] as unknown as Rule<SubjectOf<A>>
  if (!rule.roles.includes(actor.role)) return false
  return subject === undefined || !rule.when || rule.when(actor, subject)
}
