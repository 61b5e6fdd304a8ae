import type { RequestContext } from '../context.ts'

/** Whether a tree head of the current log has this hash in hex. `verifyEvidence` verifies the heads themselves. */
export const hasHead = async (ctx: RequestContext, hash: string): Promise<boolean> =>
  /^[\da-f]{64}$/.test(hash) &&
  (await ctx.db.evidenceHead.count({
    where: { logId: ctx.evidenceKeyOf().logId, sha256: new Uint8Array(Buffer.from(hash, 'hex')) },
  })) > 0
