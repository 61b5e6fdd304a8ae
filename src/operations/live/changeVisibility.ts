import type { Actor } from '#domain/access/actor.ts'
import { type Action, isInScope } from '#domain/access/policy.ts'
import { seesPatient, type VisibilityFacts } from '#domain/access/visibility.ts'
import { readBy } from '#domain/live/feedTypes.ts'
import type { ChangeNotice, Notice } from '#domain/live/notice.ts'
import { readableNoteVisibilities } from '#domain/notes/note.ts'
import { isUuid } from '#domain/text.ts'
import type { PatientNote } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

type AlertNotice = Extract<Notice, { kind: 'alert' }>

/**
 * Returns whether a user may know of a notice. Assignments, access to restricted charts and the readers of notes are read now, in
 * one statement each for all notices and users.
 */
export async function whoSees(
  { db, at }: { db: RequestContext['db']; at: Date },
  { actors, notices }: { actors: readonly Actor[]; notices: readonly Notice[] },
): Promise<(actor: Actor, notice: Notice) => boolean> {
  const areAllAdministrators = actors.every(({ role }) => role === 'admin')
  const subjects: KnownSubjects = areAllAdministrators ? new Map() : await lookUp({ db, at }, notices)
  const notes: KnownNotes = areAllAdministrators ? new Map() : await lookUpNotes(db, notices)
  return (actor, notice) => concerns(actor, notice, subjects, notes)
}

/** Whether the scopes of a listening API key allow this notice. Notices not listed here go only to people. */
function isVisibleToKey(actor: Actor, notice: Notice): boolean {
  if (!actor.key) return true
  if (notice.kind === 'alert') return isInScope(actor, 'alert.list')
  if (notice.kind !== 'change') return true
  const action: Action | undefined = (readBy as Record<string, Action>)[notice.resourceType]
  return action !== undefined && isInScope(actor, action)
}

/** Changes without a patient that concern more than administrators. */
const openToStaff: ReadonlySet<string> = new Set(['task', 'working_hours', 'closure'])

/** Other changes without a patient are for administrators: accounts, keys, sessions, settings. */
function concerns(actor: Actor, notice: Notice, subjects: KnownSubjects, notes: KnownNotes): boolean {
  if (notice.kind === 'missed') return true
  if (!isVisibleToKey(actor, notice)) return false
  if (notice.kind === 'restriction') return actor.role === 'staff' && [null, actor.id].includes(notice.userId)
  if (notice.kind === 'unassigned') return actor.role === 'attorney' && notice.userId === actor.id
  if (notice.kind === 'alert') return isOwnAlert(actor, notice, subjects)
  // Changes of a user's alerts are private; they are sent as separate notices.
  if (notice.kind !== 'change' || notice.resourceType === 'alert') return false
  if (actor.role === 'admin') return true
  if (notice.patientId === null && !openToStaff.has(notice.resourceType)) return false
  if (actor.role === 'attorney' && notice.resourceType === 'legal_hold') return false
  if (notice.resourceType === 'patient_note' && !isNoteSeen(actor, notes.get(notice.resourceId ?? '')))
    return false
  return isSeen(actor, keyOf(notice), subjects)
}

/** A note that the user could never read does not exist for them. One that was closed disappears from the screen. */
const isNoteSeen = ({ id, role }: Actor, note: NoteFacts | undefined): boolean =>
  note !== undefined &&
  (note.createdById === id ||
    [note, ...note.versions].some(({ visibility }) => readableNoteVisibilities(role).includes(visibility)))

type NoteFacts = Pick<PatientNote, 'createdById' | 'visibility'> & {
  versions: Pick<PatientNote, 'visibility'>[]
}
type KnownNotes = Map<string, NoteFacts>

/** Loads what decides who may know of the notes in these notices. */
async function lookUpNotes(db: RequestContext['db'], notices: readonly Notice[]): Promise<KnownNotes> {
  const ids = notices.flatMap((notice) =>
    notice.kind === 'change' && notice.resourceType === 'patient_note' ? (notice.resourceId ?? []) : [],
  )
  const keys = [...new Set(ids)].filter(isUuid)
  if (keys.length === 0) return new Map()
  const notes = await db.patientNote.findMany({
    where: { id: { in: keys } },
    select: {
      ...{ id: true, createdById: true, visibility: true },
      versions: { select: { visibility: true }, distinct: 'visibility' },
    },
  })
  return new Map(notes.map((note) => [note.id, note]))
}

/** A subject without a patient is visible to its owner and to staff. */
function isSeen(actor: Actor, key: string, subjects: KnownSubjects): boolean {
  const about = subjects.get(key)
  if (about?.patient) return seesPatient(actor, about.patient)
  return actor.role !== 'attorney' || about?.owner === actor.id
}

/** The user's own alert. An alert about a patient is visible only with the patient. */
const isOwnAlert = (actor: Actor, { userId, alertId }: AlertNotice, subjects: KnownSubjects): boolean =>
  userId === actor.id && (actor.role === 'admin' || alertId === null || isSeen(actor, alertId, subjects))

/** The ID that decides who may see a change: its patient, or a task without one. */
const keyOf = ({ patientId, resourceId }: ChangeNotice): string => patientId ?? resourceId ?? ''

/** The patient of a change or alert, or the owner of a task or alert without one. */
type Subject = { patient: VisibilityFacts | null; owner: string | null }
type KnownSubjects = Map<string, Subject>
type SubjectRow = Omit<VisibilityFacts, 'createdById'> & {
  key: string
  owner: string | null
  createdById: string | null
}

/** Loads what decides who may see the patients, tasks and alerts of these notices. */
async function lookUp(
  { db, at }: { db: RequestContext['db']; at: Date },
  notices: readonly Notice[],
): Promise<KnownSubjects> {
  const subjects = notices.flatMap((notice) =>
    notice.kind === 'change' ? keyOf(notice) : notice.kind === 'alert' ? (notice.alertId ?? []) : [],
  )
  const keys = [...new Set(subjects)].filter(isUuid)
  if (keys.length === 0) return new Map()
  const rows = await db.$queryRaw<SubjectRow[]>`
    WITH subjects AS (
      SELECT id AS key, id AS patient_id, NULL::uuid AS own FROM patients WHERE id = ANY(${keys}::uuid[])
      UNION ALL
      SELECT id, NULL, assigned_to FROM tasks WHERE id = ANY(${keys}::uuid[]) AND patient_id IS NULL
      UNION ALL
      SELECT id, patient_id, CASE WHEN patient_id IS NULL THEN user_id END FROM alerts WHERE id = ANY(${keys}::uuid[])
    )
    SELECT subjects.key, subjects.own AS owner, p.created_by AS "createdById",
           p.assigned_attorney AS "assignedAttorneyId", p.restricted_at AS "restrictedAt",
           ARRAY(SELECT g.user_id FROM break_glasses g WHERE g.patient_id = p.id AND g.ends_at > ${at})
             AS "openedBy"
    FROM subjects LEFT JOIN patients p ON p.id = subjects.patient_id`
  return new Map(
    rows.map(({ key, owner, createdById, ...facts }) => [
      key,
      { owner, patient: createdById === null ? null : { ...facts, createdById } },
    ]),
  )
}
