import { CSV_MARK, csvLine } from '#domain/csv.ts'
import { dayOf, showExactly } from '#domain/dates.ts'
import { archiveNames } from '#domain/records/fileName.ts'
import { shortened } from '#domain/text.ts'
import type { AddFile, FileContent } from '#infra/archives.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import { formFileName } from '../consent/downloadConsentForm.ts'
import type { RequestContext } from '../context.ts'
import { contentOfRecord, contentOrReason } from '../records/contentForExport.ts'

/** Patients read by one statement. */
const PATIENTS_AT_ONCE = 50

/** What a document is; each has its own subfolder. */
const folders = { record: 'Records', form: 'Consent Forms', other: 'Other Documents' } as const

/** A document of a chart. */
type Document = {
  /** The ID of its row in `table` of the export of all data. */
  id: string
  table: 'patient_records' | 'signed_consent_forms'
  folder: keyof typeof folders
  fileName: string
  createdAt: Date
  deletedAt: Date | null
  category: string | null
  serviceDay: string | null
  description: string | null
  /** Throws a `Failure` for a file that is quarantined, damaged or gone. */
  open: () => Promise<FileContent>
}

const columns = [
  ...['path', 'not_included', 'file_name', 'category', 'service_date', 'description'],
  ...['created_at', 'deleted_at', 'bytes', 'sha256', 'table', 'id'],
]

/**
 * Adds the documents of all charts: uploaded records with those that were deleted and not purged yet, signed forms, and the
 * proofs that came with forms and disclosures. Each patient has a folder with a list of its documents (CSV). A file that
 * cannot be opened is named there with the reason and does not stop the export. Throws `unavailable` if the storage cannot
 * be reached. Files are read one after another, and never as a whole.
 */
export async function addDocuments(
  ctx: RequestContext,
  add: AddFile,
  report: (progress: { rowsDone: number; rowsTotal: number }) => Promise<void>,
): Promise<void> {
  const rowsTotal = await countDocuments(ctx)
  const count = { patients: 0, documents: 0, missing: 0 }
  await report({ rowsDone: 0, rowsTotal })
  for await (const patient of patientsWithDocuments(ctx)) {
    const folder = folderOf(patient)
    const documents = documentsOf(ctx, patient)
    const lines = [csvLine(columns)]
    for (const [path, document] of pathsOf(documents)) {
      const added = await addOne(add, `${folder}/${path}`, document)
      lines.push(lineOf(path, document, added))
      if ('reason' in added) count.missing += 1
      else count.documents += 1
      await report({ rowsDone: count.documents + count.missing, rowsTotal })
    }
    await add(`${folder}/documents.csv`, CSV_MARK + lines.join(''))
    count.patients += 1
  }
  await add('README.txt', readme(ctx, count))
}

const stored: Prisma.PatientRecordWhereInput = { wrappedKey: { not: null } }

const sealed = { content: { not: null } } as const
const certified = { certificate: { not: null } } as const

async function countDocuments({ db }: RequestContext): Promise<number> {
  const records = await db.patientRecord.count({ where: stored })
  const forms = await db.signedConsentForm.count({ where: sealed })
  return records + forms + (await db.signedConsentForm.count({ where: certified }))
}

const chartDocuments = {
  ...{ id: true, firstName: true, lastName: true },
  records: {
    where: stored,
    orderBy: { id: 'asc' },
    omit: { wrappedKey: true },
    include: { signedForm: { select: { id: true } }, sealedScan: { select: { formId: true } } },
  },
  consentRequests: {
    where: { signed: sealed },
    orderBy: { id: 'asc' },
    select: {
      closedAt: true,
      signed: { select: { id: true, mediaType: true, createdAt: true } },
    },
  },
} as const satisfies Prisma.PatientSelect

type Chart = Prisma.PatientGetPayload<{ select: typeof chartDocuments }> & {
  /** The IDs of the forms that came with the provider's certificate of completion. */
  withCertificate: ReadonlySet<string>
}

async function* patientsWithDocuments({ db }: RequestContext): AsyncGenerator<Chart> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const charts = await db.patient.findMany({
      where: {
        id: { gt: after },
        OR: [{ records: { some: stored } }, { consentRequests: { some: { signed: sealed } } }],
      },
      orderBy: { id: 'asc' },
      take: PATIENTS_AT_ONCE,
      select: chartDocuments,
    })
    const found = await db.signedConsentForm.findMany({
      where: { ...certified, request: { patientId: { in: charts.map(({ id }) => id) } } },
      select: { id: true },
    })
    const withCertificate = new Set(found.map(({ id }) => id))
    for (const chart of charts) yield { ...chart, withCertificate }
    const last = charts.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Named after the patient, for people, with the ID, which makes it unique. */
const folderOf = ({ id, firstName, lastName }: Chart): string =>
  `${archiveNames([shortened(`${lastName}, ${firstName}`, 40)])[0]} ${id}`

const documentsOf = (ctx: RequestContext, chart: Chart): Document[] => [
  ...chart.records.map((record) => recordOf(ctx, record)),
  ...chart.consentRequests.flatMap(({ signed, closedAt }) => {
    if (!signed) return []
    const form = { ...signed, request: { closedAt, patient: chart } }
    const certificate = chart.withCertificate.has(signed.id) ? [partOf(ctx, form, 'certificate')] : []
    return [partOf(ctx, form, 'content'), ...certificate]
  }),
]

function recordOf(ctx: RequestContext, record: Chart['records'][number]): Document {
  const { id, fileName, createdAt, deletedAt, category, serviceDate, description } = record
  return {
    ...{ id, fileName, createdAt, deletedAt, category, description },
    table: 'patient_records',
    folder: record.signedForm || record.sealedScan ? 'form' : record.isPaperConsent ? 'other' : 'record',
    serviceDay: serviceDate && dayOf(serviceDate),
    open: () => contentOfRecord(ctx, id),
  }
}

type SealedForm = Parameters<typeof formFileName>[1] & { id: string }

/** A signed form, or the certificate of completion that the provider issued with it. */
const partOf = (ctx: RequestContext, form: SealedForm, part: 'content' | 'certificate'): Document => ({
  ...{ id: form.id, createdAt: form.createdAt },
  fileName: `${part === 'certificate' ? 'certificate-of-' : ''}${formFileName(ctx, form)}`,
  ...{ deletedAt: null, category: null, serviceDay: null, description: null },
  table: 'signed_consent_forms',
  folder: 'form',
  open: async () => {
    const found = await ctx.db.signedConsentForm.findUniqueOrThrow({ where: { id: form.id } })
    return Buffer.from(found[part] ?? [])
  },
})

/** The documents of a patient with their paths below the patient's folder. */
const pathsOf = (documents: readonly Document[]): [string, Document][] =>
  (Object.keys(folders) as Document['folder'][]).flatMap((folder) => {
    const inside = documents.filter((document) => document.folder === folder)
    const names = archiveNames(inside.map(({ fileName }) => fileName))
    return inside.map((document, n): [string, Document] => [`${folders[folder]}/${names[n]}`, document])
  })

type Added = { bytes: number; sha256: string } | { reason: string }

async function addOne(add: AddFile, path: string, document: Document): Promise<Added> {
  const opened = await contentOrReason(document.open)
  return 'reason' in opened
    ? opened
    : add(path, opened.content, { modifiedAt: document.createdAt, isCompressed: true })
}

const lineOf = (path: string, document: Document, added: Added): string => {
  const { fileName, category, serviceDay, description, createdAt, deletedAt, table, id } = document
  const [written, reason] = 'reason' in added ? [null, added.reason] : [added, null]
  return csvLine([
    ...[written && path, reason, fileName, category, serviceDay, description],
    ...[createdAt.toISOString(), deletedAt?.toISOString(), written?.bytes, written?.sha256, table, id],
  ])
}

const readme = (
  { name, now, timeZone }: RequestContext,
  { patients, documents, missing }: { patients: number; documents: number; missing: number },
): string =>
  [
    `The documents of all charts of ${name}, exported on ${showExactly(now(), timeZone)}.`,
    '',
    `Patients: ${patients}`,
    `Documents: ${documents}`,
    `Not included: ${missing}`,
    '',
    'Each patient has a folder, named after the patient and the patient’s ID.',
    '- Records: uploaded records.',
    '- Consent Forms: signed forms, their certificates, scans of forms that were signed on paper, and sealed scans.',
    '- Other Documents: proofs of authority, and documents of disclosures made outside of Caseload.',
    '- documents.csv lists them with their size in bytes and their SHA-256 (hex). It names those that could not be',
    '  included, with the reason. A record with a time in deleted_at was deleted from the chart and is still kept.',
    '',
    'The columns table and id lead to the rows of an export of all data.',
    '',
  ].join('\r\n')
