import * as z from 'zod/mini'
import type { SigningProviderName } from '#domain/consent/document.ts'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'

const DAY_MS = 86_400_000

/** How signing is set up here, as an administrator has to know it; nothing of it is secret. */
export type SigningSetup = {
  provider: SigningProviderName
  remote: { server: string; accountId: string; webhookKeys: number } | null
  /** The last message of the provider whose signature was good. */
  lastEvent: { event: string; receivedAt: Date; outcome: string | null } | null
  /** When a message whose signature was not good was last told of; none within a day is `null`. */
  rejectedAt: Date | null
  /** Requests that lie with the provider now. */
  open: number
  /** Of these, those about which it could not be reached last. */
  inTrouble: number
}

/** What Configure APIs shows of signing. Nothing is called and nothing tried: that is for `testConnection`. */
export const readSigningSetup = unwrapped(z.strictObject({}), async (ctx): Promise<SigningSetup> => {
  authorize(ctx, 'system.test')
  const { current, of } = ctx.signing
  const { remote } = of('docusign')
  const isOpen = { provider: 'docusign', state: 'sent' } as const
  const rejected = await ctx.db.alert.findFirst({
    where: { type: 'webhook_rejected', createdAt: { gt: new Date(ctx.now().getTime() - DAY_MS) } },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  })
  return {
    provider: current.name,
    remote: remote?.account ?? null,
    lastEvent: await ctx.db.providerEvent.findFirst({
      orderBy: { receivedAt: 'desc' },
      select: { event: true, receivedAt: true, outcome: true },
    }),
    rejectedAt: rejected?.createdAt ?? null,
    open: await ctx.db.consentRequest.count({ where: isOpen }),
    inTrouble: await ctx.db.consentRequest.count({ where: { ...isOpen, providerError: { not: null } } }),
  }
})
