import { amountOf } from '#domain/amount.ts'
import { showExactly } from '#domain/dates.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'
import type { MessageText } from '../mail/renderEmail.ts'
import { inTransaction } from '../operation.ts'
import { latestHead } from './signHead.ts'

/** Less than a day, so that an hourly task does not fall behind. */
const EVERY_MS = 23.5 * 3_600_000

const kind = 'evidence_head' satisfies MailMessage['kind']

/**
 * Mails the hash of the newest tree head to each address of the settings, once a day. Each recipient can prove later that
 * a row from before it was changed.
 */
export async function mailNewestHead(ctx: RequestContext): Promise<void> {
  if (!ctx.mailer || ctx.evidenceRecipients.length === 0 || !(await latestHead(ctx))) return
  await inTransaction(ctx, async (inside) => {
    // Of two processes, the second one waits and then finds the e-mails of the first.
    await inside.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('caseload evidence mail'))`
    const createdAt = { gt: new Date(inside.now().getTime() - EVERY_MS) }
    const queued = await inside.db.mailMessage.findMany({
      where: { kind, createdAt },
      select: { toAddress: true },
    })
    const told = new Set(queued.map(({ toAddress }) => toAddress))
    for (const to of ctx.evidenceRecipients) if (!told.has(to)) await queueMail(inside, { kind, to })
  })
}

/** When a tree head was last sent to an address outside; `null` if never. */
export async function headMailedAt({ db }: RequestContext): Promise<Date | null> {
  const sent = await db.mailMessage.findFirst({
    where: { kind, state: 'sent' },
    orderBy: { createdAt: 'desc' },
    select: { sentAt: true },
  })
  return sent?.sentAt ?? null
}

/** The e-mail with the newest tree head. It has no data of patients, and recipients may be anyone. */
export async function headEmail(ctx: RequestContext): Promise<MessageText | null> {
  const head = await latestHead(ctx)
  if (!head) return null
  const hash = Buffer.from(head.sha256).toString('hex')
  return {
    subject: `${ctx.name}: state of the audit log on ${showExactly(head.signedAt, ctx.timeZone)}`,
    paragraphs: [
      `Keep this message. It can prove later whether a row of the audit log of ${ctx.name} from before this time was changed, removed or added.`,
      `Hash of the newest signed state: ${hash}`,
      `It covers ${amountOf(Number(head.size), 'row')}.`,
    ],
    after: [
      `To check, ask ${ctx.name} for an export of its evidence that contains this hash, and run: python3 verify.py ${hash}`,
      'Such a message comes every day. If none comes for several days, ask why.',
    ],
  }
}
