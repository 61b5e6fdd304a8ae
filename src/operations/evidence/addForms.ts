import type { AddFile } from '#infra/archives.ts'
import { endingOf } from '../consent/downloadConsentForm.ts'
import type { RequestContext } from '../context.ts'
import { contentOfRecord, contentOrReason } from '../records/contentForExport.ts'

/** Forms read by one statement. */
const FORMS_AT_ONCE = 20

/** How many forms and scans were added, and why others were not. */
export type AddedForms = {
  forms: number
  scans: number
  sealedScans: number
  missing: { requestId: string; reason: string }[]
}

/**
 * Adds the signed forms, the scans of forms on paper and the sealed scans, named by their request. A file that is
 * quarantined, damaged or gone is left out. Without a patient, adds those of all.
 */
export async function addForms(
  ctx: RequestContext,
  add: AddFile,
  patientId: string | null,
): Promise<AddedForms> {
  const added: AddedForms = { forms: 0, scans: 0, sealedScans: 0, missing: [] }
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const some = await ctx.db.signedConsentForm.findMany({
      where: { id: { gt: after }, ...(patientId !== null && { request: { patientId } }) },
      orderBy: { id: 'asc' },
      take: FORMS_AT_ONCE,
      select: {
        ...{ id: true, requestId: true, recordId: true, mediaType: true, content: true },
        sealedScan: { select: { recordId: true } },
      },
    })
    for (const form of some) await addOne(ctx, add, form, added)
    const last = some.at(-1)
    if (!last) return added
    after = last.id
  }
}

type Form = {
  requestId: string
  recordId: string | null
  mediaType: string
  content: Uint8Array<ArrayBuffer> | null
  sealedScan: { recordId: string } | null
}

async function addOne(
  ctx: RequestContext,
  add: AddFile,
  { requestId, recordId, mediaType, content, sealedScan }: Form,
  added: AddedForms,
): Promise<void> {
  const addRecord = async (path: string, id: string): Promise<boolean> => {
    const file = await contentOrReason(() => contentOfRecord(ctx, id))
    if ('reason' in file) added.missing.push({ requestId, reason: file.reason })
    else await add(path, file.content, { isCompressed: true })
    return 'content' in file
  }
  if (content) {
    await add(`forms/${requestId}.${endingOf(mediaType)}`, Buffer.from(content))
    added.forms += 1
  } else if (recordId && (await addRecord(`scans/${requestId}.${endingOf(mediaType)}`, recordId)))
    added.scans += 1
  if (sealedScan && (await addRecord(`sealed-scans/sealed-${requestId}.pdf`, sealedScan.recordId)))
    added.sealedScans += 1
}
