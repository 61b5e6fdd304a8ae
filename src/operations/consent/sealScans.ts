import { createHash } from 'node:crypto'
import { dayOf } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { receivedFile } from '#domain/records/receivedFile.ts'
import { servable } from '#domain/records/scan.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import type { FiledScan, SealedScan } from '#infra/signing/sealedScan.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { latestHead } from '../evidence/signHead.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { contentOfRecord } from '../records/contentForExport.ts'
import { discardFile } from '../records/receiveFile.ts'
import { saveFile } from '../records/saveUpload.ts'
import { formFileName, sealedScanName } from './downloadConsentForm.ts'

/** After an upgrade, there can be thousands of scans to seal. Pauses between batches spare the time-stamp service. */
const BATCH = 20
const PAUSE_MS = 60_000

const filed = {
  request: {
    include: {
      patient: { select: { firstName: true, lastName: true } },
      recordedBy: { select: { firstName: true, lastName: true } },
      sentBy: { select: { firstName: true, lastName: true } },
    },
  },
} as const satisfies Prisma.SignedConsentFormInclude

type Filed = Prisma.SignedConsentFormGetPayload<{ include: typeof filed }>

/** Queues `sealScans`, in the transaction that files a scan or finds it clean. */
export const enqueueSealing = (ctx: Pick<RequestContext, 'db' | 'now'>, runAt = ctx.now()): Promise<void> =>
  enqueue(ctx, 'seal_scans', {}, { runAt, key: 'seal_scans' })

/**
 * Seals scans of forms on paper that have no seal yet, and returns those that could not be sealed. If there are many, queues itself
 * for the others. A scan waits for the malware scan first. May run twice, even concurrently, and be interrupted.
 */
export async function sealScans(
  system: RequestContext,
  _payload?: unknown,
  stopping?: AbortSignal,
): Promise<{ requestId: string; problem: string }[]> {
  const failed: { requestId: string; problem: string }[] = []
  let sealed = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const forms = await system.db.signedConsentForm.findMany({
      where: {
        id: { gt: after },
        record: { ...servable, wrappedKey: { not: null }, damagedAt: null },
        sealedScan: null,
      },
      orderBy: { id: 'asc' },
      take: BATCH,
      include: filed,
    })
    for (const form of forms) {
      if (stopping?.aborted) return failed
      const problem = await seal(system, form)
      if (problem === null) sealed += 1
      else failed.push({ requestId: form.requestId, problem })
    }
    const last = forms.at(-1)
    if (!last) return failed
    if (sealed >= BATCH) {
      const later = new Date(system.now().getTime() + PAUSE_MS)
      await inTransaction(system, (inside) => enqueueSealing(inside, later))
      return failed
    }
    after = last.id
  }
}

/** Returns why the scan could not be sealed, or `null`. Throws `unavailable` if the storage cannot be reached. */
async function seal(system: RequestContext, form: Filed): Promise<string | null> {
  try {
    const clinic = { name: system.name, timeZone: system.timeZone }
    const sealedAt = system.now()
    const scan = await scanOf(system, form)
    await keep(system, form, await system.renderSealedScan(scan, clinic, sealedAt), sealedAt)
    return null
  } catch (error) {
    if (error instanceof Failure && error.code !== 'unavailable') return error.message
    throw error
  }
}

async function scanOf(system: RequestContext, form: Filed): Promise<FiledScan> {
  const { recordId, mediaType, sha256, createdAt, requestId, request } = form
  if (recordId === null) throw new Error('A form without a scan is not sealed again')
  const content = Buffer.concat(await Array.fromAsync(await contentOfRecord(system, recordId)))
  // Someone with the keys can exchange a file. Sealed, it would look like the one that was filed.
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Failure('conflict', 'The stored file is not the scan that was filed')
  const head = await latestHead(system)
  const nameOf = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`
  const patientName = nameOf(request.patient)
  return {
    file: { content, name: formFileName(system, form), mimeType: mediaType, sha256 },
    ...{ requestId, patientName },
    signerName: request.signerName ?? patientName,
    representativeRelation: request.signerCapacity === 'patient' ? null : request.representativeRelation,
    witnessName: request.witnessName,
    interpreterName: request.interpreterName,
    signedOn: dayOf(request.signedOn ?? request.closedAt ?? createdAt),
    filedAt: createdAt,
    filedBy: nameOf(request.recordedBy ?? request.sentBy),
    head: head && { sha256: Buffer.from(head.sha256).toString('hex'), signedAt: head.signedAt },
  }
}

/** Thrown when another run has already sealed the scan. */
class Sealed extends Error {}

async function keep(system: RequestContext, form: Filed, sealed: SealedScan, sealedAt: Date): Promise<void> {
  const { id: formId, requestId, request } = form
  const { patientId } = request
  const taken = await system.recordStore.put(whole(sealed.content))
  const about = { mimeType: 'application/pdf', removed: [], keptSha256: null }
  const file = receivedFile({ ...taken, ...about, fileName: sealedScanName(system, form) })
  try {
    await inTransaction(system, async (inside) => {
      await lockPatientRow(inside, patientId)
      if (await inside.db.sealedScan.findUnique({ where: { formId } })) throw new Sealed()
      const { id: recordId } = await saveFile(inside, file, {
        ...{ patientId, uploadedById: request.recordedById ?? request.sentById, isPaperConsent: true },
      })
      const { sha256, sealedBy, stampedAt } = sealed
      await inside.db.sealedScan.create({ data: { formId, recordId, sha256, sealedBy, stampedAt, sealedAt } })
      await audit(inside, {
        ...{ action: 'created', resourceType: 'sealed_scan', resourceId: requestId, patientId },
        details: { sha256, sealedBy },
      })
    })
  } catch (error) {
    // After another error the row may have been committed. The nightly search for orphaned files then decides.
    if (!(error instanceof Sealed)) throw error
    await discardFile(system, file)
  }
}

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
