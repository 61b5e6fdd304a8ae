import { fileTypes, isRecordType } from '#domain/records/fileTypes.ts'
import { receivedFile } from '#domain/records/receivedFile.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { discardFile } from '../records/receiveFile.ts'
import { saveUpload } from '../records/saveUpload.ts'

const BATCH = 100
const PIECE = 2 ** 20

type Scan = {
  id: string
  patientId: string
  broughtById: string
  mediaType: string
  sha256: string
  bytes: number
}

/** Thrown when another run has already moved the form. */
class Moved extends Error {}

/**
 * Moves paper form scans from the database to the record files and returns their number. Safe to interrupt,
 * to repeat and to run concurrently. A scan that does not match its hash stays for inspection.
 */
export async function shelvePaperForms(system: RequestContext): Promise<number> {
  let moved = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const scans = await system.db.$queryRaw<Scan[]>`
      SELECT form.id::text, request.patient_id::text AS "patientId", form.media_type AS "mediaType", form.sha256,
             coalesce(request.recorded_by, request.sent_by)::text AS "broughtById", octet_length(form.content) AS bytes
      FROM signed_consent_forms form JOIN consent_requests request ON request.id = form.request_id
      WHERE form.content IS NOT NULL AND request.channel = 'paper' AND form.id > ${after}::uuid
      ORDER BY form.id LIMIT ${BATCH}::int`
    for (const scan of scans) if (await shelve(system, scan)) moved += 1
    const last = scans.at(-1)
    if (!last) return moved
    after = last.id
  }
}

async function shelve(system: RequestContext, scan: Scan): Promise<boolean> {
  const { id, patientId, broughtById, mediaType, sha256 } = scan
  const taken = await system.recordStore.put(contentOf(system, scan))
  const ending = isRecordType(mediaType) ? fileTypes[mediaType].endings[0] : 'pdf'
  const about = { fileName: `paper-consent.${ending}`, mimeType: mediaType, removed: [], keptSha256: null }
  const file = receivedFile({ ...taken, ...about })
  try {
    if (taken.sha256 !== sha256) throw new Moved()
    await inTransaction(system, async (inside) => {
      await lockPatientRow(inside, patientId)
      const record = await saveUpload(inside, file, {
        ...{ patientId, uploadedById: broughtById, isPaperConsent: true },
      })
      const [answer] = await inside.db.$queryRaw<[{ isMoved: boolean }]>`
        SELECT shelve_paper_form(${id}::uuid, ${record.id}::uuid) AS "isMoved"`
      if (!answer.isMoved) throw new Moved()
      const details = { fields: ['recordId'] }
      await audit(inside, {
        action: 'updated',
        resourceType: 'consent_form',
        resourceId: id,
        patientId,
        details,
      })
    })
    return true
  } catch (error) {
    // After another error the row may have been committed. The nightly search for orphaned files then
    // decides.
    if (!(error instanceof Moved)) throw error
    await discardFile(system, file)
    return false
  }
}

async function* contentOf({ db }: RequestContext, { id, bytes }: Scan): AsyncGenerator<Buffer> {
  for (let from = 1; from <= bytes; from += PIECE) {
    const [row] = await db.$queryRaw<{ piece: Uint8Array | null }[]>`
      SELECT substring(content FROM ${from}::int FOR ${PIECE}::int) AS piece FROM signed_consent_forms WHERE id = ${id}::uuid`
    if (!row?.piece) throw new Error('The form was moved while it was being read')
    yield Buffer.from(row.piece)
  }
}
