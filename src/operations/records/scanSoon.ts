import type { Prisma } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'

/** How a new record begins: waiting for the scanner, where there is one. `scanSoon` goes with it. */
export const firstScan = ({
  scanner,
  now,
}: Pick<RequestContext, 'scanner' | 'now'>): Pick<
  Prisma.PatientRecordUncheckedCreateInput,
  'scanState' | 'scanReason' | 'nextScanAt'
> =>
  scanner
    ? { scanState: 'waiting', scanReason: null, nextScanAt: now() }
    : { scanState: 'not_scanned', scanReason: 'no_scanner' }

/** Has a record scanned that waits for it, in the transaction that says so; nothing is asked where there is no scanner. */
export async function scanSoon(
  ctx: Pick<RequestContext, 'db' | 'scanner' | 'now'>,
  recordId: string,
): Promise<void> {
  if (ctx.scanner) await enqueue(ctx, 'scan_records', {}, { runAt: ctx.now(), key: `scan:${recordId}` })
}
