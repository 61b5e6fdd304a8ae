import type { Actor } from '#domain/access/actor.ts'
import type { Change, ChangeNotice, Notice } from '#domain/live/notice.ts'
import { isUuid } from '#domain/text.ts'
import type { Visit } from '../context.ts'
import type { Stream } from './stream.ts'

type AlertNotice = Extract<Notice, { kind: 'alert' }>
type Listener = { actor: Actor; stream: Stream<Change> }

/** Something is not known any more: whoever hears this reads again what is on their screen. */
export const missed = (at: Date): Change => ({
  action: 'missed',
  resourceType: null,
  resourceId: null,
  patientId: null,
  at,
})

/** Whose patient was taken hears that something changed, and not of whom. */
const taken = (at: Date): Change => ({ ...missed(at), action: 'updated', resourceType: 'patient' })

/** An alert that came is told by its key; of those that were read it is enough to know that some were. */
const ofAlert = (alertId: string | null, at: Date): Change => ({
  ...missed(at),
  action: alertId === null ? 'updated' : 'created',
  resourceType: 'alert',
  resourceId: alertId,
})

/**
 * Tells each of `listeners` what of these notices is for them. Whose an attorney's patients are is looked up now, in
 * one statement for all of the notices and listeners.
 */
export async function tellChanges(
  { db, now }: Pick<Visit, 'db' | 'now'>,
  listeners: Listener[],
  notices: Notice[],
): Promise<void> {
  const at = now()
  const isAttorneyThere = listeners.some(({ actor }) => actor.role === 'attorney')
  const holders = isAttorneyThere ? await holdersOf(db, notices) : new Map<string, string>()
  for (const notice of notices) {
    const change = changeOf(notice, at)
    if (!change) continue
    for (const { actor, stream } of listeners) if (concerns(actor, notice, holders)) stream.push(change)
  }
}

function changeOf(notice: Notice, at: Date): Change | null {
  if (notice.kind === 'unassigned') return taken(at)
  if (notice.kind === 'missed') return missed(at)
  if (notice.kind === 'alert') return ofAlert(notice.alertId, at)
  if (notice.kind !== 'change') return null
  const { action, resourceType, resourceId, patientId } = notice
  return { action, resourceType, resourceId, patientId, at }
}

/** What is about no patient and is no task is for administrators: accounts, keys, sessions, settings. */
function concerns(actor: Actor, notice: Notice, holders: Map<string, string>): boolean {
  if (notice.kind === 'missed') return true
  if (notice.kind === 'unassigned') return actor.role === 'attorney' && notice.userId === actor.id
  if (notice.kind === 'alert') return isOwnAlert(actor, notice, holders)
  // What was done to somebody's alert is theirs to know, and told as a notice of its own.
  if (notice.kind !== 'change' || notice.resourceType === 'alert') return false
  if (actor.role === 'admin') return true
  if (notice.patientId === null && notice.resourceType !== 'task') return false
  if (actor.role === 'attorney' && notice.resourceType === 'legal_hold') return false
  return actor.role === 'staff' || holders.get(keyOf(notice)) === actor.id
}

/** Somebody's own; what an attorney is told of a patient goes with the patient. */
const isOwnAlert = (actor: Actor, { userId, alertId }: AlertNotice, holders: Map<string, string>): boolean =>
  userId === actor.id && (actor.role !== 'attorney' || alertId === null || holders.get(alertId) === actor.id)

/** What decides whose a change is: its patient, or a task that is about none. */
const keyOf = ({ patientId, resourceId }: ChangeNotice): string => patientId ?? resourceId ?? ''

/** Who has each of the patients these notices are about, and each of the tasks and alerts that are about no patient. */
async function holdersOf(db: Visit['db'], notices: Notice[]): Promise<Map<string, string>> {
  const told = notices.flatMap((notice) =>
    notice.kind === 'change' ? keyOf(notice) : notice.kind === 'alert' ? (notice.alertId ?? []) : [],
  )
  const keys = [...new Set(told)].filter(isUuid)
  if (keys.length === 0) return new Map()
  const rows = await db.$queryRaw<{ key: string; holder: string }[]>`
    SELECT id AS key, assigned_attorney AS holder FROM patients
      WHERE id = ANY(${keys}::uuid[]) AND assigned_attorney IS NOT NULL
    UNION ALL
    SELECT id, assigned_to FROM tasks WHERE id = ANY(${keys}::uuid[]) AND patient_id IS NULL
    UNION ALL
    SELECT a.id, CASE WHEN a.patient_id IS NULL THEN a.user_id ELSE p.assigned_attorney END
      FROM alerts a LEFT JOIN patients p ON p.id = a.patient_id
      WHERE a.id = ANY(${keys}::uuid[]) AND (a.patient_id IS NULL OR p.assigned_attorney IS NOT NULL)`
  return new Map(rows.map(({ key, holder }) => [key, holder]))
}
