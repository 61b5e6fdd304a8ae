import type { BrokenLink, BrokenLinkKind } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'
import { findAlteredTemplate } from './findAlteredTemplate.ts'
import { findChangedEdit } from './findChangedEdit.ts'
import { findChangedForm } from './findChangedForm.ts'
import { findSurplusPatients } from './findSurplusPatients.ts'
import type { AuditChain, ChainHead } from './readChainHeads.ts'
import { verifyChains } from './verifyChains.ts'

/** The first broken link of these chains, or `null`. With `fromMarks` it skips the rows before the marks. */
export async function findBrokenLink(
  db: Database,
  chains: readonly AuditChain[],
  marks: readonly ChainHead[],
  fromMarks: boolean,
): Promise<BrokenLink | null> {
  return (
    (await verifyChains(db, chains, fromMarks ? marks : [])) ??
    (await surplusIn(db, chains)) ??
    (fromMarks ? null : await findSurplusPatients(db)) ??
    (await rewrittenIn(db, chains, marks)) ??
    (fromMarks ? null : await besideTheLog(db))
  )
}

/** Finds what does not match its audit row: signed forms, templates, and the values of edits. */
const besideTheLog = async (db: Database): Promise<BrokenLink | null> =>
  (await findChangedForm(db)) ?? (await findAlteredTemplate(db)) ?? (await findChangedEdit(db))

/** Finds a row before the first position or after the last, which the chain's recorded length does not include. */
async function surplusIn(db: Database, chains: readonly AuditChain[]): Promise<BrokenLink | null> {
  for (const { lane, length, lowest, highest } of chains)
    for (const position of [lowest, highest])
      if (position !== null && (position < 1 || position > length))
        return linkAt(db, lane, position, 'surplus')
  return null
}

/** A chain rewritten up to its end is consistent, but it no longer has the hashes of an earlier check. */
async function rewrittenIn(
  db: Database,
  chains: readonly AuditChain[],
  marks: readonly ChainHead[],
): Promise<BrokenLink | null> {
  const mark = marks.find(({ lane, length, head }) => {
    const now = chains.find((one) => one.lane === lane)
    return length > 0 && now?.hashAtMark !== head
  })
  return mark ? linkAt(db, mark.lane, mark.length, 'rewritten') : null
}

async function linkAt(
  db: Database,
  lane: number,
  position: number,
  kind: BrokenLinkKind,
): Promise<BrokenLink> {
  const row = await db.auditLog.findFirst({ where: { lane, position }, select: { id: true } })
  return { lane, position, rowId: row?.id ?? null, kind }
}
