import type { MailMessage } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { newestFirst, type Page, type PageArgs, readPage } from '../paging.ts'

/** An e-mail that waits longer than this is stuck, for instance because mail was turned off. */
const LIES_MS = 900_000

/** E-mails that need attention: given up, failed at the last try, or stuck. */
const inTrouble = (now: Date) => ({
  OR: [
    { state: 'failed' as const },
    { state: 'waiting' as const, attempts: { gt: 0 } },
    { state: 'waiting' as const, createdAt: { lt: new Date(now.getTime() - LIES_MS) } },
  ],
})

// An e-mail about a consent request or forwarding leads to the patient through it.
const aboutPatient = {
  request: { select: { patientId: true } },
  forwarding: { select: { patientId: true } },
} as const

/** Returns the page of e-mails that need attention, newest first. */
export function listOutbox(ctx: OperationContext, page: PageArgs): Promise<Page<MailMessage>> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'mail.manage')
    const where = inTrouble(inside.now())
    const found = await readPage(page, newestFirst, (query) =>
      inside.db.mailMessage.findMany({
        ...query,
        where: { AND: [where, query.where] },
        include: aboutPatient,
      }),
    )
    await auditListed(inside, 'mail', {
      filters: [],
      count: found.rows.length,
      patientIds: found.rows.map(
        ({ node }) => node.patientId ?? node.request?.patientId ?? node.forwarding?.patientId ?? null,
      ),
      page: { args: page, found },
    })
    return found
  })
}
