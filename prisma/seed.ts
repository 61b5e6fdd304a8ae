import { createReadStream } from 'node:fs'
import type { ReceivedFile } from '#domain/records/receivedFile.ts'
import { servedSha256 } from '#domain/records/removals.ts'
import { isOpen } from '#domain/tasks/task.ts'
import type { Database } from '#infra/database.ts'
import { forwardingSecret } from '#operations/consent/derivedSecrets.ts'
import { formEvidence } from '#operations/consent/formEvidence.ts'
import { keepStandardTemplate } from '#operations/consentTemplates/standard.ts'
import type { Services } from '#operations/context.ts'
import { enqueueScan, firstScan } from '#operations/records/enqueueScan.ts'
import { takeIn } from '#operations/records/receiveFile.ts'
import { scheduleDueAlert } from '#operations/tasks/alertTaskDue.ts'
import { DEMO_PASSWORD } from './demo/accounts.ts'
import type { DemoRows } from './demo/demoRows.ts'
import { makeDemoRows } from './demo/makeDemoRows.ts'

/** The services that create the demo, so that links, hashes and forms are real. */
export type SeedParts = Pick<
  Services,
  | 'db'
  | 'passwords'
  | 'signing'
  | 'hashLink'
  | 'renderSignedForm'
  | 'recordStore'
  | 'recordLimit'
  | 'examiner'
  | 'scanner'
> & {
  clinicName: string
  timeZone: string
  now: Date
}

type Finished = {
  passwordHashes: string[]
  forms: Awaited<ReturnType<Services['renderSignedForm']>>[]
  /** By the key of the record. */
  files: Map<string, ReceivedFile>
}

/** A number that is used for no other lock in this database. */
const SEED_LOCK = 20_261_121

/**
 * Loads the demo clinic if there are neither users nor patients; returns whether it did. It is all or
 * nothing, and of several concurrent processes only one does it. No provider is called: the links are
 * derived.
 */
export async function seedDemoClinic(parts: SeedParts): Promise<boolean> {
  if (!(await isEmpty(parts.db))) return false
  const { signing, hashLink, timeZone } = parts
  const rows = makeDemoRows({
    name: parts.clinicName,
    timeZone,
    now: parts.now,
    linkHash: (idempotencyKey) => {
      const secret = signing.current.linkSecret(idempotencyKey)
      return secret === null ? null : hashLink(secret)
    },
    forwardingHash: (id) => hashLink(forwardingSecret({ signing }, id) ?? ''),
  })
  const finished = await finish(parts, rows)
  return parts.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SEED_LOCK}::bigint)`
    if (!(await isEmpty(tx as Database))) return false
    await keepStandardTemplate({ db: tx as Database, now: () => parts.now })
    await store(tx as Database, rows, finished)
    await storeRecords(tx as Database, parts, rows, finished)
    await storeForwardings(tx as Database, rows, finished)
    return true
  })
}

async function isEmpty(db: Database): Promise<boolean> {
  const user = await db.user.findFirst({ select: { id: true } })
  const patient = await db.patient.findFirst({ select: { id: true } })
  return !user && !patient
}

/** Hashes passwords on other threads while this one draws the forms. */
async function finish(parts: SeedParts, rows: DemoRows): Promise<Finished> {
  const hashing = Promise.all(rows.users.map(() => parts.passwords.hash(DEMO_PASSWORD)))
  const forms: Finished['forms'] = []
  const clinic = { name: parts.clinicName, timeZone: parts.timeZone }
  for (const { request, signature } of rows.forms) {
    forms.push(await parts.renderSignedForm(request.document, signature, clinic))
  }
  const files: Finished['files'] = new Map()
  for (const { id, file, fileName } of rows.records) {
    const content = createReadStream(new URL(`demo/records/${file}`, import.meta.url))
    files.set(id, await takeIn(parts, { fileName, content }, 'demo'))
  }
  return { passwordHashes: await hashing, forms, files }
}

async function store(db: Database, rows: DemoRows, { passwordHashes, forms }: Finished): Promise<void> {
  const holdsSampleData = true
  await db.clinicSettings.upsert({
    where: { id: 1 },
    create: { id: 1, holdsSampleData },
    update: { holdsSampleData },
  })
  const users = rows.users.map((user, index) => ({ ...user, passwordHash: passwordHashes[index] ?? '' }))
  await db.user.createMany({ data: users })
  await db.patient.createMany({ data: rows.patients })
  await db.patientStatusChange.createMany({ data: rows.statusChanges })
  await db.consentRequest.createMany({ data: rows.requests })
  await db.signedConsentForm.createMany({
    data: rows.forms.flatMap(({ id, request, signature }, index) => {
      const form = forms[index]
      return form ? [{ id, requestId: request.id, createdAt: signature.signedAt, ...form }] : []
    }),
  })
  await db.appointment.createMany({ data: rows.appointments })
  await db.task.createMany({ data: rows.tasks })
  const notYetDue = rows.tasks.filter(({ status, dueToldAt }) => isOpen(status) && !dueToldAt)
  for (const task of notYetDue) await scheduleDueAlert({ db }, task)
  await db.patientNote.createMany({ data: rows.notes })
  await db.alert.createMany({ data: rows.alerts })
}

async function storeRecords(
  db: Database,
  { scanner, now }: SeedParts,
  rows: DemoRows,
  { files, forms }: Finished,
): Promise<void> {
  const scans = { scanner, now: () => now }
  for (const { file: _, ...record } of rows.records) {
    const file = files.get(record.id)
    if (!file) continue
    const { mimeType, fileSize, sha256, keptSha256, removed, storageKey: filePath, keyId } = file
    const stored = { mimeType, fileSize, sha256, keptSha256, removed, filePath, keyId }
    const wrappedKey = new Uint8Array(file.wrappedKey)
    await db.patientRecord.create({ data: { ...record, ...stored, ...firstScan(scans), wrappedKey } })
    await enqueueScan({ db, ...scans }, record.id)
    const row = rows.audit.find(({ resourceId }) => resourceId === record.id)
    if (row) row.details = { sha256, fileSize, mimeType }
  }
  rows.forms.forEach(({ request }, index) => {
    const row = rows.audit.find((one) => one.action === 'consent_signed' && one.resourceId === request.id)
    const form = forms[index]
    if (row && form) row.details = formEvidence(request, form)
  })
  await db.auditLog.createMany({ data: rows.audit })
}

async function storeForwardings(db: Database, rows: DemoRows, { files }: Finished): Promise<void> {
  const stored = (recordId: string) => {
    const file = files.get(recordId)
    const record = rows.records.find(({ id }) => id === recordId)
    return { fileName: record?.fileName ?? '', sha256: (file && servedSha256(file)) ?? '' }
  }
  for (const { forwarding, recordIds, disclosures } of rows.forwardings) {
    await db.forwarding.create({ data: forwarding })
    const forwarded = recordIds.map((recordId) => ({
      forwardingId: forwarding.id,
      recordId,
      ...stored(recordId),
    }))
    await db.forwardedRecord.createMany({ data: forwarded })
    const lines = disclosures.map((one) => ({ ...one, ...(one.recordId && stored(one.recordId)) }))
    await db.disclosure.createMany({ data: lines })
  }
}
