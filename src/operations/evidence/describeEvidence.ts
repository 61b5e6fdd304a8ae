import type { RequestContext } from '../context.ts'
import { originOf, publicKeyPem, verifierKey } from './note.ts'
import { latestHead } from './signHead.ts'

/** What anyone may know to verify evidence of this clinic. */
export type PublicEvidence = {
  /** The key of the log as a C2SP verifier key, and in PEM. */
  log: { origin: string; verifierKey: string; publicKey: string }
  /** The certificates that seal signed forms, in PEM, and the SHA-256 (hex) of the first. */
  seal: { fingerprint: string; certificates: readonly string[] }
  /** The certificates in PEM that vouch for the time-stamp services. Compare them with those of the services. */
  timeStamps: { roots: readonly string[] }
  /** The newest signed tree head and the hash of its text; `null` before the first one. */
  head: { note: string; sha256: string } | null
}

/** The keys and the newest head, without data of patients or users. */
export async function describeEvidence(ctx: RequestContext): Promise<PublicEvidence> {
  const { logId, publicKey } = ctx.evidenceKeyOf()
  const { fingerprint, certificates } = await ctx.sealOf()
  const head = await latestHead(ctx)
  const origin = originOf(logId)
  return {
    log: { origin, verifierKey: verifierKey(origin, publicKey), publicKey: publicKeyPem(publicKey) },
    seal: { fingerprint, certificates },
    timeStamps: { roots: (ctx.timeStamps?.roots ?? []).map(String) },
    head: head && { note: head.note, sha256: Buffer.from(head.sha256).toString('hex') },
  }
}
