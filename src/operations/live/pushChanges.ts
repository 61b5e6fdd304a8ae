import type { Actor } from '#domain/access/actor.ts'
import type { Change, Notice } from '#domain/live/notice.ts'
import type { RequestContext } from '../context.ts'
import { whoSees } from './changeVisibility.ts'
import type { Stream } from './stream.ts'

type Listener = { actor: Actor; stream: Stream<Change> }

/** Events were missed: the client should reload what it shows. */
export const missed = (at: Date): Change => ({
  action: 'missed',
  resourceType: null,
  resourceId: null,
  patientId: null,
  at,
})

/** Tells a former assignee that a patient changed, without saying which. */
const taken = (at: Date): Change => ({ ...missed(at), action: 'updated', resourceType: 'patient' })

/** A new alert is sent with its ID. For read alerts it is enough that some were read. */
const ofAlert = (alertId: string | null, at: Date): Change => ({
  ...missed(at),
  action: alertId === null ? 'updated' : 'created',
  resourceType: 'alert',
  resourceId: alertId,
})

/**
 * Sends each of `listeners` the notices it may see. Assignments and access to restricted charts are read now,
 * in one statement for all notices and listeners, and so is who can read the changed notes.
 */
export async function pushChanges(
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
  listeners: Listener[],
  notices: Notice[],
): Promise<void> {
  const at = now()
  const actors = listeners.map(({ actor }) => actor)
  const sees = await whoSees({ db, at }, { actors, notices })
  for (const notice of notices) {
    const change = changeOf(notice, at)
    if (!change) continue
    for (const { actor, stream } of listeners) if (sees(actor, notice)) stream.push(change)
  }
}

function changeOf(notice: Notice, at: Date): Change | null {
  if (notice.kind === 'unassigned') return taken(at)
  // A restriction changes lists and charts alike.
  if (notice.kind === 'missed' || notice.kind === 'restriction') return missed(at)
  if (notice.kind === 'alert') return ofAlert(notice.alertId, at)
  if (notice.kind !== 'change') return null
  const { action, resourceType, resourceId, patientId } = notice
  return { action, resourceType, resourceId, patientId, at }
}
