import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { operation } from '../operation.ts'
import { isAnchorLate } from './anchors.ts'
import { copyStateOf } from './copyHead.ts'
import { headMailedAt } from './mailHead.ts'
import { latestHead } from './signHead.ts'
import { stampStates } from './stampHead.ts'
import { LATE_MS } from './watchTreeHeads.ts'

/** The newest signed state of the audit log. */
export type NewestTreeHead = {
  /** The number of rows that it covers. */
  size: number
  /** The hash over all of them, in hex. */
  rootHash: string
  signedAt: Date
  /** Whether it is older than the five minutes after which administrators are alerted. */
  isLate: boolean
  /** What each time-stamp service of the settings has stamped last. */
  timeStamps: NewestTimeStamp[]
  /** The newest copy that a bucket with Object Lock keeps; `null` if no bucket is set. */
  lockedCopy: { copiedAt: Date | null; isLate: boolean } | null
  /** When one was last mailed to an address outside the clinic; `null` if never. */
  mailedAt: Date | null
}

/** The newest time stamp of one service. */
export type NewestTimeStamp = {
  service: string
  /** `null` before the first one. */
  stampedAt: Date | null
  /** Whether rows have been without its time stamp for more than a day. */
  isLate: boolean
}

/**
 * The newest signed tree head, or `null` before the first one. Anyone can read it at `/.well-known/caseload-evidence.json`, so the
 * view is not recorded.
 */
export const readTreeHead = operation(z.strictObject({}), async (ctx): Promise<NewestTreeHead | null> => {
  authorize(ctx, 'audit.read')
  const head = await latestHead(ctx)
  if (!head) return null
  const { size, root, signedAt } = head
  return {
    size: Number(size),
    rootHash: Buffer.from(root).toString('hex'),
    signedAt,
    isLate: ctx.now().getTime() - signedAt.getTime() > LATE_MS,
    timeStamps: (await stampStates(ctx)).map((state) => ({
      service: state.service,
      stampedAt: state.lastAt,
      isLate: isAnchorLate(ctx, state),
    })),
    lockedCopy: ctx.lockedCopies && (await lockedCopyOf(ctx)),
    mailedAt: await headMailedAt(ctx),
  }
})

async function lockedCopyOf(ctx: RequestContext) {
  const state = await copyStateOf(ctx)
  return { copiedAt: state.lastAt, isLate: isAnchorLate(ctx, state) }
}
