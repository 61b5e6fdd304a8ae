import type { Actor } from '#domain/access/actor.ts'
import type { Change, ChangeNotice, Notice } from '#domain/live/notice.ts'
import { isUuid } from '#domain/text.ts'
import type { Visit } from '../context.ts'
import type { Stream } from './stream.ts'

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
  const changes = notices.filter((notice) => notice.kind === 'change')
  const isAttorneyThere = listeners.some(({ actor }) => actor.role === 'attorney')
  const holders = isAttorneyThere ? await holdersOf(db, changes) : new Map<string, string>()
  for (const notice of notices) {
    const change = changeOf(notice, at)
    if (!change) continue
    for (const { actor, stream } of listeners) if (concerns(actor, notice, holders)) stream.push(change)
  }
}

function changeOf(notice: Notice, at: Date): Change | null {
  if (notice.kind === 'unassigned') return taken(at)
  if (notice.kind === 'missed') return missed(at)
  if (notice.kind !== 'change') return null
  const { action, resourceType, resourceId, patientId } = notice
  return { action, resourceType, resourceId, patientId, at }
}

/** What is about no patient and is no task is for administrators: accounts, keys, sessions, settings. */
function concerns(actor: Actor, notice: Notice, holders: Map<string, string>): boolean {
  if (notice.kind === 'missed') return true
  if (notice.kind === 'unassigned') return actor.role === 'attorney' && notice.userId === actor.id
  // Alerts are somebody's own, and told as such.
  if (notice.kind !== 'change' || notice.resourceType === 'alert') return false
  if (actor.role === 'admin') return true
  if (notice.patientId === null && notice.resourceType !== 'task') return false
  return actor.role === 'staff' || holders.get(keyOf(notice)) === actor.id
}

/** What decides whose a change is: its patient, or a task that is about none. */
const keyOf = ({ patientId, resourceId }: ChangeNotice): string => patientId ?? resourceId ?? ''

/** Who has each of the patients these changes are about, and each of the tasks that are about no patient. */
async function holdersOf(db: Visit['db'], changes: ChangeNotice[]): Promise<Map<string, string>> {
  const keys = [...new Set(changes.map(keyOf))].filter(isUuid)
  if (keys.length === 0) return new Map()
  const rows = await db.$queryRaw<{ key: string; holder: string }[]>`
    SELECT id AS key, assigned_attorney AS holder FROM patients
      WHERE id = ANY(${keys}::uuid[]) AND assigned_attorney IS NOT NULL
    UNION ALL
    SELECT id, assigned_to FROM tasks WHERE id = ANY(${keys}::uuid[]) AND patient_id IS NULL`
  return new Map(rows.map(({ key, holder }) => [key, holder]))
}
