import type { BrokenLink } from '#domain/audit/integrity.ts'
import { alertAdministrators } from '../audit/guardAuditTrail.ts'
import { digestOf } from '../audit/readChainHeads.ts'
import { CLOCK_SLACK_SECONDS } from '../audit/verifyChains.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { appendRows, clockKinds, lanesInTree, lockTree, sizeOf } from './appendRows.ts'
import { type Checkpoint, hashOfNote, writeCheckpoint } from './checkpoint.ts'
import { type Head, lastHead, readHead } from './heads.ts'
import { consistencyProof, isConsistent, treeRoot } from './merkle.ts'
import { openTiles } from './tiles.ts'

/** A head is signed again after this time, also if no row was added, so that its age shows whether signing works. */
const REST_MS = 3 * 60_000

/** The result: the signed head, `null` if none was due, and what was found in the audit log. */
export type Signed = { head: Checkpoint | null; brokenLink: BrokenLink | null }

/** Why no head is signed. The message is for the operator. */
export class TreeProblem extends Error {
  override name = 'TreeProblem'
}

/**
 * Adds the new audit rows to the tree and signs its head, if rows were added or the last head is old. Proves first that the
 * tree begins with the one signed before. Rows that do not continue the log are not signed; administrators are alerted. Safe to
 * repeat or run concurrently. Throws TreeProblem.
 */
export async function signTreeHead(ctx: RequestContext): Promise<Signed> {
  const brokenLink = await appendRows(ctx)
  if (brokenLink) await inTransaction(ctx, (inside) => alertAdministrators(inside, brokenLink))
  if (brokenLink && !clockKinds.includes(brokenLink.kind)) return { head: null, brokenLink }
  return { head: await inTransaction(ctx, signDue), brokenLink }
}

async function signDue(ctx: RequestContext): Promise<Checkpoint | null> {
  await lockTree(ctx.db)
  const key = ctx.logKey()
  const previous = await previousHead(ctx)
  const lanes = await lanesInTree(ctx.db)
  const [{ time }] = await ctx.db.$queryRaw<
    [{ time: Date }]
  >`SELECT audit_time(${ctx.now()}::timestamptz) AS time`
  const size = sizeOf(lanes)
  const age = previous ? time.getTime() - previous.checkpoint.time.getTime() : Number.POSITIVE_INFINITY
  if (previous?.checkpoint.size === size && age >= 0 && age < REST_MS) return null
  // A synchronized clock goes back a little; the times of heads do not.
  const isSynchronized = age < 0 && age >= -CLOCK_SLACK_SECONDS * 1000
  const headTime = previous && isSynchronized ? previous.checkpoint.time : time
  const { hashAt } = openTiles(ctx.db, size)
  const root = await treeRoot(hashAt, size)
  if (previous) {
    const proof = await consistencyProof(hashAt, previous.checkpoint.size, size)
    if (!isConsistent(previous.checkpoint, { size, root }, proof))
      throw new TreeProblem(
        `The tree no longer begins with the head ${previous.number} that was signed before`,
      )
  }
  const head: Checkpoint = {
    origin: previous?.checkpoint.origin ?? `${new URL(ctx.publicUrl).host}/caseload-evidence`,
    size,
    root,
    previous: previous?.noteSha256 ?? null,
    chains: digestOf(lanes),
    time: headTime,
  }
  const note = writeCheckpoint(head, key.publicKey, key.sign)
  await ctx.db.evidenceHead.create({
    data: {
      number: (previous?.number ?? 0) + 1,
      size,
      signedAt: headTime,
      note,
      noteSha256: hashOfNote(note),
      publicKey: new Uint8Array(key.publicKey),
    },
  })
  return head
}

/** The last head. Throws TreeProblem if it is forged, or if another key signed it and nobody recorded the replacement. */
async function previousHead(ctx: RequestContext): Promise<Head | null> {
  const stored = await lastHead(ctx.db)
  if (!stored) return null
  const head = readHead(stored, ctx.verifyWith)
  if (!head) throw new TreeProblem(`The signature of the head ${stored.number} is not valid`)
  if (!head.publicKey.equals(ctx.logKey().publicKey) && !(await isKeyReplaced(ctx, head.checkpoint.time)))
    throw new TreeProblem(
      'Another key than EVIDENCE_KEY (or log-key.pem in DATA_DIR) signed the last head. Put it back; if it is lost, run npm run secrets:replace -- EVIDENCE_KEY',
    )
  return head
}

const isKeyReplaced = async ({ db }: RequestContext, since: Date): Promise<boolean> =>
  (await db.auditLog.count({
    where: { resourceType: 'server_secret', resourceId: 'EVIDENCE_KEY', createdAt: { gte: since } },
  })) > 0
