import type { EvidenceHead } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { appendRows, assertContinued, chainsDigest } from './appendRows.ts'
import { readDatabaseTimeline } from './databaseTimeline.ts'
import { headFinding } from './evidenceFinding.ts'
import { lockLog, readLogState, tileReader } from './evidenceLog.ts'
import { consistencyProof, isConsistent, rootOf } from './merkle.ts'
import { openNote, originOf, signHeadText, type TreeHead, textHash } from './note.ts'

/** How far a clock may go back without a finding. NTP corrects it by a little at a start. */
export const CLOCK_SLACK_MS = 5000
/** The same, compared with the clock of a time-stamp service. */
export const STAMP_SLACK_MS = 300_000
const NO_HASH = Buffer.alloc(32)

/**
 * Appends the new audit rows and signs a tree head over all. Returns `null` while the audit log is empty. Throws
 * `EvidenceFinding` and signs nothing if the log is not a continuation of the previous head. If the database has been on another
 * server or timeline since that head, it also writes an audit row, which the next head covers.
 */
export async function signHead(ctx: RequestContext, stopping?: AbortSignal): Promise<EvidenceHead | null> {
  await appendRows(ctx, stopping)
  const timeline = await readDatabaseTimeline(ctx)
  return inTransaction(ctx, async (inside) => {
    const { db } = inside
    const key = inside.evidenceKeyOf()
    await lockLog(db)
    const state = await readLogState(db, key.logId)
    assertContinued(state)
    if (state.size === 0) return null
    const origin = originOf(key.logId)
    const last = await latestHead(inside)
    const before = last && openNote(last.note, origin, key.publicKey)
    const lastNumber = Number(last?.number ?? 0)
    if (last && !(before && isStoredAs(before, last))) throw headFinding(lastNumber, 'tree_head')
    const readTile = tileReader(db, key.logId)
    const [size, root] = [state.size, await rootOf(readTile, state.size)]
    if (
      before &&
      !(
        before.size <= size &&
        isConsistent(before, { size, root }, await consistencyProof(readTile, before.size, size))
      )
    )
      throw headFinding(lastNumber, 'tree_head')
    const time = await databaseTime(inside)
    const stampedAt = await newestStampTime(inside, key.logId)
    if (
      (before && time.getTime() < before.time.getTime() - CLOCK_SLACK_MS) ||
      (stampedAt && time.getTime() < stampedAt.getTime() - STAMP_SLACK_MS)
    )
      throw headFinding(lastNumber, 'clock')
    const previous = last ? Buffer.from(last.sha256) : NO_HASH
    const { databaseTimeline: from = null } = last ?? {}
    if (from && timeline && from !== timeline)
      await audit(inside, { action: 'updated', resourceType: 'database', details: { from, to: timeline } })
    const note = signHeadText(key, { origin, size, root, previous, chains: chainsDigest(state.lanes), time })
    return db.evidenceHead.create({
      data: {
        logId: key.logId,
        number: lastNumber + 1,
        size,
        root: new Uint8Array(root),
        sha256: new Uint8Array(textHash(textOf(note))),
        signedAt: time,
        note,
        databaseTimeline: timeline ?? from,
      },
    })
  })
}

async function newestStampTime({ db }: RequestContext, logId: string): Promise<Date | null> {
  const newest = await db.evidenceTimeStamp.findFirst({
    where: { logId },
    orderBy: { stampedAt: 'desc' },
    select: { stampedAt: true },
  })
  return newest?.stampedAt ?? null
}

/** The newest head of the current key's log. */
export const latestHead = (ctx: RequestContext): Promise<EvidenceHead | null> =>
  ctx.db.evidenceHead.findFirst({ where: { logId: ctx.evidenceKeyOf().logId }, orderBy: { number: 'desc' } })

/** The signed text of a note. */
export const textOf = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1)

/** Whether the columns of a stored head are those of its note. */
export const isStoredAs = (head: TreeHead, { size, root, sha256, signedAt, note }: EvidenceHead): boolean =>
  head.size === Number(size) &&
  head.root.equals(root) &&
  textHash(textOf(note)).equals(sha256) &&
  head.time.getTime() === signedAt.getTime()

/** The time that the database gives to audit rows and heads. */
export async function databaseTime(ctx: RequestContext): Promise<Date> {
  const [row] = await ctx.db.$queryRaw<[{ time: Date }]>`
    SELECT audit_clock(${ctx.now()}::timestamptz)::timestamptz(3) AS time`
  return row.time
}
