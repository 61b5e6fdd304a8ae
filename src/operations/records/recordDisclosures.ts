import type { DisclosureBasis, DisclosureKind } from '#domain/records/forwarding.ts'
import { servedSha256 } from '#domain/records/removals.ts'
import type { Disclosure } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import type { ActiveConsent } from './findActiveConsent.ts'

/** What permits a disclosure: a signed form, or another basis with its proof. */
export type Grounds =
  | ({ basis: 'authorization' } & ActiveConsent)
  | {
      basis: Exclude<DisclosureBasis, 'authorization'>
      basisReference: string | null
      basisReason: string | null
    }

/** The patient and the recipient, and for a link the forwarding and its purpose. */
type Account = { patientId: string; recipientId: string; forwardingId?: string; purpose?: string }
type Noted = {
  kind: DisclosureKind
  record?: { id: string; fileName: string; sha256: string | null; keptSha256: string | null }
}

/**
 * Adds entries to the accounting of disclosures, in the transaction of the disclosure. Entries are never changed. Without
 * grounds, an attorney looked before any form was signed.
 */
export async function recordDisclosures(
  ctx: RequestContext,
  account: Account,
  noted: readonly Noted[],
  grounds: Pick<
    Partial<Disclosure>,
    'basis' | 'basisReference' | 'consentRequestId' | 'consentSignedAt'
  > | null,
): Promise<void> {
  const createdAt = ctx.now()
  await ctx.db.disclosure.createMany({
    data: noted.map(({ kind, record }) => ({
      ...account,
      basis: grounds?.basis ?? null,
      basisReference: grounds?.basisReference ?? null,
      consentRequestId: grounds?.consentRequestId ?? null,
      consentSignedAt: grounds?.consentSignedAt ?? null,
      kind,
      recordId: record?.id ?? null,
      fileName: record?.fileName ?? null,
      sha256: record ? servedSha256(record) : null,
      // The recipient, not a user of the clinic, downloads a forwarded file.
      disclosedById: kind === 'forwarded' ? (ctx.actor?.id ?? null) : null,
      createdAt,
    })),
  })
}
