import type { BrokenLink, BrokenLinkKind } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'
import { followLane } from './followLane.ts'
import { BEGINNING, type Head, type Lane } from './surveyLanes.ts'

/** The first broken link of these lanes, or `null`. With `fromMarks` the rows before the marks are not looked at again. */
export async function findBrokenLink(
  db: Database,
  lanes: readonly Lane[],
  marks: readonly Head[],
  fromMarks: boolean,
): Promise<BrokenLink | null> {
  const markOf = new Map(marks.map((mark) => [mark.lane, mark]))
  for (const lane of lanes) {
    const mark = markOf.get(lane.lane)
    const start = fromMarks && mark ? { position: mark.length, hash: mark.head } : beginning
    const broken =
      (await surplusIn(db, lane, 'lowest')) ??
      (await followLane(db, lane, start)) ??
      (await surplusIn(db, lane, 'highest')) ??
      (await rewrittenAt(db, lane, mark))
    if (broken) return broken
  }
  return null
}

const beginning = { position: 0, hash: BEGINNING }

/** A row before the first position or behind the last: a lane counts every row that it was given. */
async function surplusIn(db: Database, lane: Lane, end: 'lowest' | 'highest'): Promise<BrokenLink | null> {
  const position = lane[end]
  if (position === null || (position >= 1 && position <= lane.length)) return null
  return linkAt(db, lane, position, 'surplus')
}

/** A lane rewritten from some row on is in itself whole, but does not lead through what an earlier check saw. */
async function rewrittenAt(db: Database, lane: Lane, mark: Head | undefined): Promise<BrokenLink | null> {
  if (!mark || mark.length === 0 || lane.hashAtMark === mark.head) return null
  return linkAt(db, lane, mark.length, 'rewritten')
}

async function linkAt(
  db: Database,
  { lane }: Lane,
  position: number,
  kind: BrokenLinkKind,
): Promise<BrokenLink> {
  const row = await db.auditLog.findFirst({ where: { lane, position }, select: { id: true } })
  return { lane, position, rowId: row?.id ?? null, kind }
}
