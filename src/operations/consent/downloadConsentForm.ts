import { createHash } from 'node:crypto'
import { closedForms } from '#domain/consent/authorization.ts'
import { type ConsentFormPart, consentFormInput } from '#domain/consent/inputs.ts'
import { clinicDay } from '#domain/dates.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { fileTypes, isRecordType } from '#domain/records/fileTypes.ts'
import { mustBeServable } from '#domain/records/scan.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, PatientRecord, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { checkFile, notingLock } from '../records/handedFile.ts'
import { storedFile } from '../records/serveRecord.ts'
import { formAccessColumns, formClosingFor } from './formAccess.ts'

type Range = { start: number; end: number }

/** A signed form, its certificate or its sealed scan, whose content is read while it is sent. */
export type ConsentForm = {
  patientId: string
  requestId: string
  part: ConsentFormPart
  sha256: string
  fileName: string
  mimeType: string
  fileSize: number
  /** The form if it is in memory; `null` for a paper scan, which is stored as a file. */
  content: Uint8Array | null
  read: (range?: Range) => AsyncIterable<Buffer>
}

/**
 * Returns a signed form of a patient byte for byte: the form of one request, or the one in force; or the provider's certificate
 * of it, or the sealed scan. An attorney gets only the form in force that names them; another one
 * throws `forbidden` with the reason. Scans follow the rules for records: they must have passed the malware scan and be intact.
 */
export const downloadConsentForm = unwrapped(
  consentFormInput,
  async (ctx: OperationContext, { part, ...which }): Promise<ConsentForm> => {
    const isCertificate = part === 'certificate'
    const form = await inTransaction(ctx, async (inside) => {
      const found = await permitted(inside, which)
      if (isCertificate && !found.certificate) throw notFound('Certificate of this form', found.requestId)
      if (part === 'sealed_scan' && !found.sealedScan)
        throw notFound('Sealed scan of this form', found.requestId)
      if (isCertificate || !found.record) await note(inside, found, part)
      return found
    })
    if (isCertificate) return certificateOf(ctx, form)
    return form.record ? scanOf(ctx, which, form, part ?? 'form') : sealedForm(ctx, form)
  },
)

type Which = { patientId: string; requestId?: string | null | undefined }

async function permitted(ctx: OperationContext, { patientId, requestId }: Which): Promise<Form> {
  const patient = await visiblePatient(ctx, patientId)
  const subject = { resourceType: 'patient', resourceId: patientId }
  authorize(ctx, 'consent.view', patient, subject)
  const form = await (requestId ? formOf(ctx, patientId, requestId) : formThatHolds(ctx, patient))
  if (!form) throw notFound('Consent form', patientId)
  const closing = formClosingFor(ctx, patient, form.request)
  if (closing) throw new Failure('forbidden', closedForms[closing], { subject })
  return form
}

const newestOf = ({ db }: OperationContext, request: Prisma.ConsentRequestWhereInput) =>
  db.signedConsentForm.findFirst({
    where: { request },
    orderBy: { createdAt: 'desc' },
    include: {
      request: {
        select: {
          ...formAccessColumns,
          ...{ patientId: true, closedAt: true, patient: { select: { lastName: true } } },
        },
      },
      record: true,
      sealedScan: { include: { record: true } },
    },
  })

const formOf = async (ctx: OperationContext, patientId: string, id: string) =>
  isUuid(id) ? newestOf(ctx, { patientId, id }) : null

/** The form stored last may not be the one in force, because a signature can be reported late. */
const formThatHolds = async (ctx: OperationContext, { id: patientId, consentSignedAt }: Patient) =>
  (consentSignedAt && (await newestOf(ctx, { patientId, closedAt: consentSignedAt }))) ||
  newestOf(ctx, { patientId })

type Form = NonNullable<Awaited<ReturnType<typeof newestOf>>>

const note = (
  ctx: OperationContext,
  { id, request: { patientId } }: Form,
  part: ConsentFormPart | null | undefined,
) =>
  audit(ctx, {
    ...{ action: 'downloaded', resourceType: 'consent_form', resourceId: id, patientId },
    ...(part && part !== 'form' && { details: { part } }),
  })

const sealedForm = (ctx: OperationContext, form: Form): ConsentForm => ({
  ...factsOf(ctx, form),
  ...inMemory(form.content ?? new Uint8Array()),
})

function certificateOf(ctx: OperationContext, form: Form): ConsentForm {
  const content = form.certificate ?? new Uint8Array()
  return {
    ...factsOf(ctx, form),
    ...inMemory(content),
    part: 'certificate',
    sha256: createHash('sha256').update(content).digest('hex'),
    mimeType: 'application/pdf',
    fileName: `certificate-of-${formFileName(ctx, form)}`,
  }
}

function inMemory(content: Uint8Array): Pick<ConsentForm, 'fileSize' | 'content' | 'read'> {
  const read = async function* ({ start, end }: Range = { start: 0, end: content.length }) {
    yield Buffer.from(content.subarray(start, end))
  }
  return { fileSize: content.length, content, read }
}

/** Checks access before it reads the file, and again when it records the download. */
function scanOf(
  ctx: OperationContext,
  which: Which,
  form: Form,
  part: ConsentFormPart,
): Promise<ConsentForm> {
  const record = fileOf(form, part)
  const { patientId, id: recordId, fileSize } = record
  return notingLock(ctx, { patientId, recordId }, async () => {
    mustBeServable(record)
    const file = storedFile(record)
    await checkFile(ctx, { patientId, recordId }, file)
    const found = await inTransaction(ctx, async (inside) => {
      const still = await permitted(inside, which)
      mustBeServable(fileOf(still, part))
      await note(inside, still, part)
      return still
    })
    const read = (range?: Range) => ctx.recordStore.read(file, range)
    const facts = { ...factsOf(ctx, found), fileSize, content: null, read }
    if (part !== 'sealed_scan' || !found.sealedScan) return facts
    const { sha256 } = found.sealedScan
    return { ...facts, part, sha256, mimeType: 'application/pdf', fileName: sealedScanName(ctx, found) }
  })
}

/** The file of a scan, or of the sealed scan, which is served only as long as the scan itself. */
function fileOf({ record, sealedScan, requestId }: Form, part: ConsentFormPart): PatientRecord {
  if (!record) throw notFound('Consent form', requestId)
  if (part !== 'sealed_scan' || !sealedScan) return record
  mustBeServable(record)
  return sealedScan.record
}

const factsOf = (ctx: OperationContext, form: Form) => ({
  patientId: form.request.patientId,
  requestId: form.requestId,
  part: 'form' as const,
  sha256: form.sha256,
  mimeType: form.mediaType,
  fileName: formFileName(ctx, form),
})

type NamedForm = Pick<Form, 'mediaType' | 'createdAt'> & {
  request: { closedAt: Date | null; patient: { lastName: string } }
}

/** The name of the file of a signed form: `consent-Okafor-2026-05-04.pdf`, with the day of the signature. */
export const formFileName = (
  { timeZone }: Pick<OperationContext, 'timeZone'>,
  { mediaType, createdAt, request: { closedAt, patient } }: NamedForm,
): string =>
  `consent-${patient.lastName}-${clinicDay(closedAt ?? createdAt, timeZone)}.${endingOf(mediaType)}`

/** The ending of a file's name, without the dot. */
export const endingOf = (mediaType: string): string =>
  (isRecordType(mediaType) && fileTypes[mediaType].endings[0]) || 'pdf'

/** The name of the file of a sealed scan: `sealed-consent-Okafor-2026-05-04.pdf`. */
export const sealedScanName = (ctx: Pick<OperationContext, 'timeZone'>, form: NamedForm): string =>
  `sealed-${formFileName(ctx, { ...form, mediaType: 'application/pdf' })}`
