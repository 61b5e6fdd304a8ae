import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { checkSeal } from '#infra/signing/sealCheck.ts'
import { openClamd, scanWith } from '#tests/support/clamdServer.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { inPieces, sample } from '#tests/support/recordFiles.ts'
import { tamper } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { listRecords } from '../records/listRecords.ts'
import { scanRecords } from '../records/scanRecords.ts'
import { checkSignedForm } from './checkSignedForm.ts'
import { downloadConsentForm } from './downloadConsentForm.ts'
import { revokeConsent } from './revokeConsent.ts'
import { sealScans } from './sealScans.ts'

async function setUp(clinic: TestClinic) {
  const user = await clinic.user({ firstName: 'Sam', lastName: 'Okoye' })
  const staff = clinic.as(user)
  const attorney = clinic.as(await clinic.user({ role: 'attorney' }))
  const patient = await clinic.patient({ assignedAttorneyId: attorney.actor.id })
  const { id: patientId } = patient
  const seal = () => sealScans(clinic.anonymous())
  const download = (ctx = staff) => downloadConsentForm(ctx, { patientId, part: 'sealed_scan' })
  const content = async (ctx = staff) => Buffer.concat(await Array.fromAsync((await download(ctx)).read()))
  return { user, staff, attorney, patient, patientId, seal, download, content }
}

test('a filed scan is sealed soon, once, and those who may open the form can download it', async ({
  clinic,
  database,
}) => {
  const { staff, attorney, patient, patientId, seal, download, content } = await setUp(clinic)
  await bringPaper(staff, patientId)
  expect(await queuedJobs(database)).toContainEqual(
    expect.objectContaining({ task: 'seal_scans', key: 'seal_scans' }),
  )
  await expect(download()).rejects.toMatchObject({ code: 'not_found' })

  clinic.now = new Date(clinic.now.getTime() + 60_000)
  expect(await Promise.all([seal(), seal()])).toEqual([[], []])
  expect(await seal()).toEqual([])
  const sealedScan = await clinic.db.sealedScan.findFirstOrThrow({ include: { form: true, record: true } })
  expect(await clinic.db.sealedScan.count()).toBe(1)
  expect(await clinic.db.patientRecord.count()).toBe(2)
  const file = await content()
  expect(await checkSeal(file)).toMatchObject({
    ...{ state: 'intact', isOurForm: true, isScan: true, sealedAt: clinic.now },
    fingerprint: sealedScan.sealedBy,
  })
  const sha256 = createHash('sha256').update(file).digest('hex')
  expect(await download(attorney)).toMatchObject({
    ...{ part: 'sealed_scan', sha256, mimeType: 'application/pdf', content: null },
    fileName: `sealed-consent-${patient.lastName}-2026-01-02.pdf`,
  })
  expect((await listRecords(staff, patientId, { first: 10 })).rows).toEqual([])

  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: { in: ['consent_form', 'sealed_scan'] } },
    orderBy: { createdAt: 'asc' },
  })
  const { sealedBy, form } = sealedScan
  const downloaded = { action: 'downloaded', resourceId: form.id, details: { part: 'sealed_scan' } }
  expect(rows).toMatchObject([
    {
      ...{ action: 'created', resourceType: 'sealed_scan', resourceId: form.requestId },
      ...{ patientId, userId: null, details: { sha256, sealedBy } },
    },
    { ...downloaded, userId: staff.actor.id },
    { ...downloaded, userId: attorney.actor.id },
  ])
})

test('the public check recognizes a sealed scan, and tells it from the scan and from a signed form', async ({
  clinic,
}) => {
  const { staff, patientId, seal, content } = await setUp(clinic)
  await bringPaper(staff, patientId)
  const scanFiledAt = clinic.now
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await seal()
  const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')
  const check = (file: Buffer) => checkSignedForm(clinic.anonymous(), { sha256: hashOf(file) })
  const found = { isOurs: true, scanFiledAt, stampedAt: null }
  expect(await check(await content())).toMatchObject({ ...found, scanSealedAt: clinic.now })
  expect(await check(sample('rotation.pdf'))).toMatchObject({ ...found, scanSealedAt: null })
  expect(await check(sample('form_two_pages.pdf'))).toMatchObject({ isOurs: false, scanSealedAt: null })
})

test('a sealed scan is closed to an attorney with the form, and to everyone with an infected scan', async ({
  clinic,
}) => {
  const { staff, attorney, patientId, seal, download } = await setUp(clinic)
  await bringPaper(staff, patientId)
  await seal()
  const stranger = clinic.as(await clinic.user({ role: 'attorney' }))
  await expect(download(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await revokeConsent(staff, { patientId, reason: 'The patient called and revoked it.' })
  await expect(download(attorney)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await download()).toMatchObject({ part: 'sealed_scan' })

  const { recordId } = await clinic.db.signedConsentForm.findFirstOrThrow()
  await clinic.db.patientRecord.update({
    where: { id: recordId ?? '' },
    data: { scanState: 'infected', scanFinding: 'Test.Mark', scanReason: null, scannedAt: clinic.now },
  })
  await expect(download()).rejects.toMatchObject({ code: 'conflict', message: /quarantined/ })
})

test('a scan is sealed after the malware scan, and the sealed scan waits for its own', async ({
  clinic,
  database,
}) => {
  scanWith(clinic, await openClamd())
  const { staff, patientId, seal, download } = await setUp(clinic)
  await bringPaper(staff, patientId)
  expect(await seal()).toEqual([])
  expect(await clinic.db.sealedScan.count()).toBe(0)

  const sealing = async () => (await queuedJobs(database)).filter(({ task }) => task === 'seal_scans')
  const [{ runAt } = expect.fail('no job')] = await sealing()
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await scanRecords(clinic.anonymous())
  expect((await sealing()).map((job) => job.runAt > runAt)).toEqual([true])
  expect(await seal()).toEqual([])
  await expect(download()).rejects.toMatchObject({ code: 'conflict', message: /being scanned/ })
  await scanRecords(clinic.anonymous())
  expect(await download()).toMatchObject({ part: 'sealed_scan' })
})

test('a file that was exchanged for the scan with the keys of the server is not sealed', async ({
  clinic,
  database,
}) => {
  const { staff, patientId, seal } = await setUp(clinic)
  await bringPaper(staff, patientId)
  const another = await clinic.instances.recordStore.put(inPieces(sample('form_two_pages.pdf')))
  await tamper(
    database,
    `UPDATE patient_records SET file_path = '${another.storageKey}', key_id = '${another.keyId}',
       wrapped_key = '\\x${Buffer.from(another.wrappedKey).toString('hex')}', file_size = ${another.fileSize}`,
  )
  expect(await seal()).toMatchObject([{ problem: 'The stored file is not the scan that was filed' }])
  expect(await clinic.db.sealedScan.count()).toBe(0)
})

test('many scans are sealed in several runs with pauses between them', async ({ clinic, database }) => {
  const { staff, seal } = await setUp(clinic)
  for (let n = 0; n < 21; n += 1) await bringPaper(staff, (await clinic.patient()).id)
  await seal()
  expect(await clinic.db.sealedScan.count()).toBe(20)
  const [job] = (await queuedJobs(database)).filter(({ task }) => task === 'seal_scans')
  expect(job?.runAt).toEqual(new Date(clinic.now.getTime() + 60_000))
  await seal()
  expect(await clinic.db.sealedScan.count()).toBe(21)
})

test('a run that is interrupted seals no more', async ({ clinic }) => {
  const { staff, patientId } = await setUp(clinic)
  await bringPaper(staff, patientId)
  await sealScans(clinic.anonymous(), {}, AbortSignal.abort())
  expect(await clinic.db.sealedScan.count()).toBe(0)
})

test('a damaged scan is reported, and the others are sealed', async ({ clinic }) => {
  const { staff, patientId, seal } = await setUp(clinic)
  const { id: other } = await clinic.patient()
  await bringPaper(staff, patientId)
  await bringPaper(staff, other)
  const { filePath } = await clinic.db.patientRecord.findFirstOrThrow({ where: { patientId } })
  await clinic.instances.recordStore.remove(filePath)
  const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })
  expect(await seal()).toEqual([{ requestId, problem: expect.stringContaining('damaged or missing') }])
  expect(await clinic.db.sealedScan.count({ where: { record: { patientId: other } } })).toBe(1)
  // It was announced as damaged, so that it is not read again each time.
  expect(await seal()).toEqual([])
})
