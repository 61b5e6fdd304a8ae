import * as z from 'zod/mini'
import type { SigningProviderName } from '#domain/consent/document.ts'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'

const DAY_MS = 86_400_000

/** How signing is set up, for an administrator. Contains no secret. */
export type SigningSetup = {
  provider: SigningProviderName
  remote: { server: string; accountId: string; webhookKeys: number } | null
  /** The provider's last message with a valid signature. */
  lastEvent: { event: string; receivedAt: Date; outcome: string | null } | null
  /** When the last alert about an invalid signature was sent; `null` if none in the last day. */
  rejectedAt: Date | null
  /** Requests that are open at the provider. */
  open: number
  /** How many of them failed at their last call to the provider. */
  inTrouble: number
}

/** The signing status on the Configure APIs screen. It makes no call; `testConnection` does. */
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
