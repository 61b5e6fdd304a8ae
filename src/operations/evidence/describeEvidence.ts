import type { RequestContext } from '../context.ts'
import { originOf, publicKeyPem, verifierKey } from './note.ts'
import { latestHead } from './signHead.ts'

/** What anyone may know to verify evidence of this clinic. */
export type PublicEvidence = {
  /** The key of the log as a C2SP verifier key, and in PEM. */
  log: { origin: string; verifierKey: string; publicKey: string }
  /** The certificates that seal signed forms now. */
  seal: PublicSeal
  /** Those of the seals before it, newest first. */
  earlierSeals: readonly PublicSeal[]
  /** The certificates in PEM that vouch for the time-stamp services. Compare them with those of the services. */
  timeStamps: { roots: readonly string[] }
  /** The newest signed tree head and the hash of its text; `null` before the first one. */
  head: { note: string; sha256: string } | null
}

type PublicSeal = {
  /** The SHA-256 (hex) of the first certificate. */
  fingerprint: string
  /** In PEM. */
  certificates: readonly string[]
  /** A certificate for the same key by the seal before, in PEM. `null` if there was none, or its key was lost. */
  crossSigned: string | null
}

/** More than a clinic ever has, as each one lasts for years. */
const SEALS_MAX = 100

/** The keys and the newest head, without data of patients or users. */
export async function describeEvidence(ctx: RequestContext): Promise<PublicEvidence> {
  const { logId, publicKey } = ctx.evidenceKeyOf()
  const { current, earlier } = await publicSeals(ctx)
  const head = await latestHead(ctx)
  const origin = originOf(logId)
  return {
    log: { origin, verifierKey: verifierKey(origin, publicKey), publicKey: publicKeyPem(publicKey) },
    seal: current,
    earlierSeals: earlier,
    timeStamps: { roots: (ctx.timeStamps?.roots ?? []).map(String) },
    head: head && { note: head.note, sha256: Buffer.from(head.sha256).toString('hex') },
  }
}

/** The seal that this process uses, and the others on record, newest first. */
export async function publicSeals(
  ctx: RequestContext,
): Promise<{ current: PublicSeal; earlier: PublicSeal[] }> {
  const { fingerprint, certificates } = await ctx.sealOf()
  const recorded: PublicSeal[] = await ctx.db.sealCertificate.findMany({
    orderBy: { recordedAt: 'desc' },
    take: SEALS_MAX,
    select: { fingerprint: true, certificates: true, crossSigned: true },
  })
  return {
    current: recorded.find((one) => one.fingerprint === fingerprint) ?? {
      ...{ fingerprint, certificates, crossSigned: null },
    },
    earlier: recorded.filter((one) => one.fingerprint !== fingerprint),
  }
}
