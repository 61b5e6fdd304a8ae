import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { openClamd, scanWith } from '#tests/support/clamdServer.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { harmful } from '#tests/support/scanSetup.ts'
import { test } from '#tests/support/test.ts'
import { listRecords } from '../records/listRecords.ts'
import { scanRecords } from '../records/scanRecords.ts'
import { downloadRecord } from '../records/serveRecord.ts'
import { checkSignedForm } from './checkSignedForm.ts'
import { downloadConsentForm } from './downloadConsentForm.ts'
import { shelvePaperForms } from './shelvePaperForms.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function setUpPaperForms(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin' })
  const user = await clinic.user()
  const staff = clinic.as(user)
  const { id: patientId } = await clinic.patient()
  const bring = (content?: Buffer) => bringPaper(staff, patientId, content)
  const fetched = async () => {
    const { read } = await downloadConsentForm(staff, { patientId })
    return Buffer.concat(await Array.fromAsync(read()))
  }
  const record = () => clinic.db.patientRecord.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
  return { admin, user, staff, patientId, bring, fetched, record }
}

/** A scan stored in the database, as earlier versions did. */
async function inDatabase(clinic: TestClinic, by: { patientId: string; sentById: string }, hash = '') {
  const content = sample('rotation.pdf')
  const request = await clinic.db.consentRequest.create({
    data: {
      ...by,
      ...{ state: 'signed', provider: 'built_in', channel: 'paper', idempotencyKey: randomUUID() },
      ...{ signerName: 'Maren Lindqvist', signatureKind: 'wet', witnessName: 'Wes', signedOn: clinic.now },
      ...{
        document: {},
        documentSha256: '',
        templateVersion: '1',
        expiresAt: clinic.now,
        closedAt: clinic.now,
      },
    },
  })
  const sha = hash || sha256(content)
  return clinic.db.signedConsentForm.create({
    data: { requestId: request.id, content: new Uint8Array(content), sha256: sha, createdAt: clinic.now },
  })
}

test('a scan is not a record of the chart, and the form check recognizes it', async ({ clinic }) => {
  const { staff, patientId, bring, record } = await setUpPaperForms(clinic)
  await bring()
  const { id: recordId, sha256: hash, filePath } = await record()
  expect((await listRecords(staff, patientId, { first: 10 })).rows).toEqual([])
  await expect(downloadRecord(staff, { patientId, recordId })).rejects.toMatchObject({ code: 'not_found' })
  expect(hash).toBe(sha256(sample('rotation.pdf')))
  const found = { isOurs: true, scanFiledAt: clinic.now, isOurSeal: false }
  expect(await checkSignedForm(clinic.anonymous(), { sha256: hash ?? '' })).toMatchObject(found)
  expect(filePath).toMatch(/^[0-9a-f]{32}$/)
})

test('a scan can be downloaded only after the malware scan found nothing', async ({ clinic }) => {
  scanWith(clinic, await openClamd())
  const { bring, fetched } = await setUpPaperForms(clinic)
  await bring()
  await expect(fetched()).rejects.toMatchObject({
    code: 'conflict',
    message: 'This file is being scanned for harmful software. Try again in a minute.',
  })
  await scanRecords(clinic.anonymous())
  expect(await fetched()).toEqual(sample('rotation.pdf'))
  expect(await clinic.db.auditLog.count({ where: { action: 'downloaded' } })).toBe(1)
})

test('an infected scan is blocked and announced, and another one can replace it', async ({ clinic }) => {
  scanWith(clinic, await openClamd())
  const { admin, user, bring, fetched, record } = await setUpPaperForms(clinic)
  await bring(harmful)
  await expect(bring()).rejects.toMatchObject({ code: 'conflict' })
  await scanRecords(clinic.anonymous())
  await expect(fetched()).rejects.toMatchObject({ message: expect.stringMatching(/quarantined/) })
  const alerts = await clinic.db.alert.findMany({ where: { type: 'record_infected' } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([admin.id, user.id].sort())
  expect(
    await clinic.db.auditLog.count({ where: { action: 'denied', resourceType: 'patient_record' } }),
  ).toBe(1)
  const { id: locked } = await record()

  clinic.now = new Date(clinic.now.getTime() + 1000)
  expect(await bring()).toMatchObject({ status: 'consent_signed' })
  await scanRecords(clinic.anonymous())
  expect(await fetched()).toEqual(sample('rotation.pdf'))
  expect(await clinic.db.patientRecord.findUnique({ where: { id: locked } })).toMatchObject({
    scanState: 'infected',
  })
})

test('a scan that was changed on disk is never served, and is announced once', async ({ clinic }) => {
  const { bring, fetched, record } = await setUpPaperForms(clinic)
  await bring()
  const { id, filePath } = await record()
  await clinic.instances.recordStore.remove(filePath)
  for (let n = 0; n < 2; n += 1) await expect(fetched()).rejects.toMatchObject({ code: 'conflict' })
  expect(await clinic.db.alert.count({ where: { type: 'record_damaged' } })).toBe(1)
  expect(await clinic.db.auditLog.count({ where: { action: 'denied', resourceId: id } })).toBe(2)
})

test('scans of earlier versions move from the database to files, and nothing else does', async ({
  clinic,
}) => {
  const { staff, user, patientId, fetched } = await setUpPaperForms(clinic)
  const by = { patientId, sentById: user.id }
  const form = await inDatabase(clinic, by)
  expect(await fetched()).toEqual(sample('rotation.pdf'))
  const changed = await inDatabase(clinic, by, sha256(Buffer.from('the signed form')))
  const refused = clinic.db.signedConsentForm.update({ where: { id: form.id }, data: { sha256: 'x' } })
  await expect(refused).rejects.toThrow(/permission denied/)

  expect(await shelvePaperForms(clinic.anonymous())).toBe(1)
  expect(await shelvePaperForms(clinic.anonymous())).toBe(0)
  const stored = (id: string) =>
    clinic.db.signedConsentForm.findUniqueOrThrow({ where: { id }, include: { record: true } })
  const { record } = await stored(form.id)
  expect(record).toMatchObject({
    ...{ patientId, sha256: form.sha256, isPaperConsent: true, scanState: 'not_scanned' },
  })
  expect(await stored(changed.id)).toMatchObject({ recordId: null })
  expect((await listRecords(staff, patientId, { first: 10 })).rows).toEqual([])
  const rows = await clinic.db.auditLog.findMany({ where: { resourceId: form.id }, orderBy: { id: 'asc' } })
  expect(rows).toMatchObject([{ action: 'downloaded' }, { action: 'updated', resourceType: 'consent_form' }])
  const { content, read } = await downloadConsentForm(staff, { patientId, requestId: form.requestId })
  expect([content, Buffer.concat(await Array.fromAsync(read()))]).toEqual([null, sample('rotation.pdf')])
})
