import type { DisclosureKind } from '#domain/records/forwarding.ts'
import type { Visit } from '../context.ts'
import type { StandingConsent } from './consentBehind.ts'

/** Of whom, to whom, and by which link and for what, where it was one. */
type Account = { patientId: string; recipientId: string; forwardingId?: string; purpose?: string }
type Noted = {
  kind: DisclosureKind
  record?: { id: string; fileName: string; sha256: string | null; keptSha256: string | null }
}

/** Writes lines of the accounting of disclosures, in the transaction of what they tell of; none is ever changed. */
export async function noteDisclosures(
  ctx: Visit,
  account: Account,
  noted: readonly Noted[],
  consent: StandingConsent | null,
): Promise<void> {
  const createdAt = ctx.now()
  await ctx.db.disclosure.createMany({
    data: noted.map(({ kind, record }) => ({
      ...account,
      ...(consent && {
        consentRequestId: consent.consentRequestId,
        consentSignedAt: consent.consentSignedAt,
      }),
      kind,
      recordId: record?.id ?? null,
      fileName: record?.fileName ?? null,
      sha256: record ? (record.keptSha256 ?? record.sha256) : null,
      // What is fetched, the recipient does.
      disclosedById: kind === 'forwarded' ? (ctx.actor?.id ?? null) : null,
      createdAt,
    })),
  })
}
