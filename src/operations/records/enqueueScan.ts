import type { Prisma } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'

/** The scan state of a new record: waiting, if there is a scanner. Use it together with `enqueueScan`. */
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

/** Queues the scan of a waiting record in the same transaction. Does nothing without a scanner. */
export async function enqueueScan(
  ctx: Pick<RequestContext, 'db' | 'scanner' | 'now'>,
  recordId: string,
): Promise<void> {
  if (ctx.scanner) await enqueue(ctx, 'scan_records', {}, { runAt: ctx.now(), key: `scan:${recordId}` })
}
