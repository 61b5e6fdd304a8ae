import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { forwardingSecret } from '#operations/consent/derivedSecrets.ts'
import { bodyHash } from '#operations/consentTemplates/versionHash.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { signedForm as authorizationOf } from '#tests/support/forwardable.ts'
import { inPieces, storedRecord } from '#tests/support/recordFiles.ts'
import { signedForm } from './consents.ts'
import { OURS, type People } from './people.ts'

/** An IP address that is blocked after too many failed sign-ins. */
export async function blockedAddress({ db, instances }: TestClinic) {
  const address = '203.0.113.50'
  const { points } = instances.signInLimits.address
  await db.throttle.create({
    data: { key: `sign-in-from:${address}`, points, expire: Date.now() + 3_600_000 },
  })
  return { address }
}

/** A finished export, ready to download. */
export async function exportOf({ db, instances }: TestClinic, people: People) {
  const zip = instances.archives.zip(async (add) => {
    await add('manifest.json', Readable.from(['{}']))
  })
  const { wrappedKey, fileSize, ...file } = await instances.recordStore.put(zip)
  return db.dataExport.create({
    data: {
      ...{ requestedById: people.admin.id, state: 'ready', bytes: fileSize },
      ...{ ...file, wrappedKey: new Uint8Array(wrappedKey) },
    },
  })
}

/** A CSV file with one patient who is not in the database. */
export const tableContent = Buffer.from('First,Last,Email\nNina,Kovac,nina@example.test\n')

/** An import that this user uploaded and checked. Running it would create one patient. */
export async function importOf({ db, instances }: TestClinic, { id: requestedById }: { id: string }) {
  const { wrappedKey, ...file } = await instances.recordStore.put(inPieces(tableContent))
  return db.patientImport.create({
    data: {
      ...{
        ...file,
        wrappedKey: new Uint8Array(wrappedKey),
        fileName: 'patients.csv',
        requestedById,
      },
      ...{ encoding: 'utf-8', delimiter: ',', columns: ['First', 'Last', 'Email'], rowsTotal: 1 },
      ...{ state: 'checked', rowsDone: 1, created: 1 },
      choices: { mapping: tableMapping, dateOrder: 'mdy', withoutEmail: 'refuse', status: 'pending_consent' },
      rows: { create: { line: 2, outcome: 'duplicate', sameAs: 2 } },
    },
  })
}

export const tableMapping = [
  { column: 0, field: 'firstName' },
  { column: 1, field: 'lastName' },
  { column: 2, field: 'email' },
]

/** A consent template in addition to the default one. */
export const templateOf = (
  { db }: TestClinic,
  { admin }: People,
  name: string,
  archivedAt: Date | null = null,
) =>
  db.consentTemplate.create({
    data: {
      name,
      archivedAt,
      createdById: admin.id,
      versions: {
        create: {
          ...standardTemplate,
          number: 1,
          sha256: bodyHash(standardTemplate),
          createdById: admin.id,
        },
      },
    },
  })

/** A restricted chart of the assigned attorney's patient, and a colleague's break-glass access from the day before. */
export async function restrictedOf({ db, now, patient }: TestClinic, people: People) {
  const restricted = await patient({
    firstName: 'Restricted',
    lastName: OURS,
    email: `restricted@${OURS}.test`,
    createdById: people.staffCreator.id,
    assignedAttorneyId: people.attorneyAssigned.id,
    restrictedAt: now,
  })
  const { id: patientId } = restricted
  await db.chartRestriction.create({
    data: {
      patientId,
      reason: `${OURS} works here`,
      restrictedById: people.admin.id,
      restrictedAt: now,
    },
  })
  const broken = await db.breakGlass.create({
    data: {
      patientId,
      userId: people.colleague.id,
      reason: `${OURS} fainted in the hall`,
      begunAt: new Date('2026-01-04T10:00:00Z'),
      endsAt: new Date('2026-01-04T14:00:00Z'),
    },
  })
  return { restricted, broken }
}

/** Adds a signed form and a record to a patient after treatment, so that records can be forwarded. */
export async function treatedOf(clinic: TestClinic, people: People, { id: patientId }: Patient) {
  const { id: consentRequestId } = await signedForm(clinic, people, { id: patientId })
  const { id: userId, firstName, lastName, firm } = people.attorneyAssigned
  const recipients = [
    { userId, name: `${firstName} ${lastName}`, firm, address: null },
    { userId: null, name: 'Lee Park', firm: null, address: null },
  ]
  await clinic.db.patient.update({
    where: { id: patientId },
    data: {
      consentSignedAt: clinic.now,
      authorization: authorizationOf(consentRequestId, recipients),
      dateOfBirth: new Date('1980-03-14'),
    },
  })
  const record = await storedRecord(clinic, {
    patientId,
    uploadedById: people.staffCreator.id,
    fileName: `${OURS}.pdf`,
  })
  return { consentRequestId, record }
}

/** Also forwards the record to the assigned attorney, with a working link. */
export async function forwardedOf(clinic: TestClinic, people: People, patient: Patient) {
  const { consentRequestId, record } = await treatedOf(clinic, people, patient)
  const id = randomUUID()
  const secret = forwardingSecret(clinic.instances, id) ?? ''
  const about = {
    patientId: patient.id,
    recipientId: people.attorneyAssigned.id,
    consentRequestId,
    consentSignedAt: clinic.now,
    purpose: `Claim of ${OURS}`,
  }
  await clinic.db.forwarding.create({
    data: {
      ...about,
      id,
      linkHash: clinic.instances.hashLink(secret),
      forwardedById: people.staffCreator.id,
      createdAt: clinic.now,
      expiresAt: new Date(clinic.now.getTime() + 7 * 86_400_000),
      files: { create: { recordId: record.id, fileName: record.fileName, sha256: record.sha256 ?? '' } },
    },
  })
  await clinic.db.disclosure.create({
    data: { ...about, kind: 'forwarded', forwardingId: id, recordId: record.id, fileName: record.fileName },
  })
  return { patient: { id: patient.id }, link: { id, secret }, record: { id: record.id } }
}

/** A disclosure by fax with its document, one without, and an open request for the accounting. */
export async function accountingOf(clinic: TestClinic, people: People, { id: patientId }: Patient) {
  const enteredById = people.staffCreator.id
  const document = await storedRecord(clinic, {
    ...{ patientId, uploadedById: enteredById, fileName: `Subpoena of ${OURS}.pdf` },
    isPaperConsent: true,
  })
  const fax = (recordId: string | null) =>
    clinic.db.manualDisclosure.create({
      data: {
        ...{ patientId, recordId, enteredById, enteredAt: clinic.now },
        disclosedOn: new Date('2026-01-02T00:00:00Z'),
        channel: 'fax',
        recipientName: 'Superior Court',
        content: `Visit notes of ${OURS}`,
        purpose: 'Subpoena',
        basis: 'subpoena',
        basisReference: 'No. 26-114',
      },
    })
  const request = await clinic.db.patientRequest.create({
    data: {
      ...{ patientId, kind: 'accounting' },
      receivedOn: new Date('2026-01-02T00:00:00Z'),
      dueOn: new Date('2026-03-03T00:00:00Z'),
      recordedById: enteredById,
      recordedAt: clinic.now,
    },
  })
  const [documented, plain] = [await fax(document.id), await fax(null)]
  return {
    patient: { id: patientId },
    documented: { id: documented.id },
    plain: { id: plain.id },
    request: { id: request.id },
  }
}

/** A finished job of each kind about one patient for each user, by user ID. */
export async function bulkJobsOf({ db, now }: TestClinic, people: People, { id: patientId }: { id: string }) {
  const jobs = async (kind: 'export' | 'assign') => {
    const made = Object.values(people).map(({ id: requestedById }) =>
      db.bulkJob.create({
        data: {
          ...{
            kind,
            requestedById,
            state: 'finished',
            rowsTotal: 1,
            done: 1,
            createdAt: now,
            finishedAt: now,
          },
          choices: kind === 'assign' ? { assignedAttorney: people.attorneyAssigned.id } : {},
          rows: { create: { position: 0, patientId, outcome: 'done' } },
        },
      }),
    )
    return Object.fromEntries(
      (await Promise.all(made)).map(({ id, requestedById }) => [requestedById, { id }]),
    )
  }
  return { exported: await jobs('export'), assigned: await jobs('assign') }
}
