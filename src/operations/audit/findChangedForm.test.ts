import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { quickSeal } from '#tests/support/seal.ts'
import { signByLink } from '#tests/support/signByLink.ts'
import { putOnFile, signedWith } from '#tests/support/signedForms.ts'
import { tamper } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { sealScans } from '../consent/sealScans.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'

/** Two patients sign; returns the audit row of the second signature. */
async function signTwice(clinic: TestClinic) {
  const staff = clinic.as(await clinic.user())
  for (const _ of [1, 2]) {
    const { id: patientId } = await clinic.patient({ createdById: staff.actor.id })
    await signByLink(clinic, staff, patientId)
  }
  const [row] = await clinic.db.auditLog.findMany({
    where: { action: 'consent_signed' },
    orderBy: { id: 'desc' },
    take: 1,
    select: { id: true, lane: true, position: true, resourceId: true, details: true },
  })
  if (!row?.resourceId) throw new Error('Nobody signed')
  return { row, requestId: row.resourceId }
}

/** A scan of a form on paper is filed and sealed. */
async function bringSealed(clinic: TestClinic): Promise<void> {
  const { id: patientId } = await clinic.patient()
  await bringPaper(clinic.as(await clinic.user()), patientId)
  await sealScans(clinic.anonymous())
}

const check = async (clinic: TestClinic) => (await checkAuditTrail(clinic.anonymous())).brokenLink

test('the row of a signature has the hashes of the form, and how the signer was checked', async ({
  clinic,
}) => {
  const { row, requestId } = await signTwice(clinic)
  const form = await clinic.db.signedConsentForm.findUniqueOrThrow({ where: { requestId } })
  const { documentSha256 } = await clinic.db.consentRequest.findUniqueOrThrow({ where: { id: requestId } })
  const formSha256 = createHash('sha256')
    .update(form.content ?? '')
    .digest('hex')
  expect(row.details).toEqual({
    channel: 'remote',
    provider: 'built_in',
    identityCheck: 'none',
    documentSha256,
    formSha256,
    originalSha256: form.originalSha256,
    sealedBy: form.sealedBy,
    signerNameHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    signerEmailHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await check(clinic)).toBeNull()
})

describe('a superuser is detected who', () => {
  const exchange = `content = 'another', sha256 = encode(sha256('another'), 'hex')`
  test.for([
    ['exchanges a form and its hash', `UPDATE signed_consent_forms SET ${exchange} WHERE`, 'form_changed'],
    [
      'changes the content alone',
      `UPDATE signed_consent_forms SET content = 'another' WHERE`,
      'form_changed',
    ],
    [
      'changes whose key sealed it',
      `UPDATE signed_consent_forms SET sealed_by = repeat('a', 64) WHERE`,
      'form_changed',
    ],
    [
      'changes the hash of the unsigned form',
      `UPDATE signed_consent_forms SET original_sha256 = NULL WHERE`,
      'form_changed',
    ],
    ['removes a form', `DELETE FROM signed_consent_forms WHERE`, 'form_missing'],
  ] as const)('%s', async ([, sql, kind], { clinic, database }) => {
    const { row, requestId } = await signTwice(clinic)
    await tamper(database, `${sql} request_id = '${requestId}'`)
    expect(await check(clinic)).toEqual({
      lane: row.lane,
      position: Number(row.position),
      rowId: row.id,
      kind,
    })
  })

  test('adds a form that nobody signed', async ({ clinic }) => {
    await signTwice(clinic)
    const form = await signedWith(await quickSeal())
    const { formId } = await putOnFile(clinic, form, { isRecorded: false })
    expect(await check(clinic)).toEqual({ lane: 0, position: 0, rowId: formId, kind: 'form_unrecorded' })
  })

  test.for([
    ['exchanges a sealed scan', `UPDATE sealed_scans SET sha256 = repeat('a', 64)`, 'form_changed'],
    ['changes who sealed a scan', `UPDATE sealed_scans SET sealed_by = repeat('a', 64)`, 'form_changed'],
    [
      'exchanges the file of a sealed scan',
      `UPDATE patient_records SET sha256 = repeat('a', 64) WHERE id IN (SELECT record_id FROM sealed_scans)`,
      'form_changed',
    ],
    ['removes a sealed scan', 'DELETE FROM sealed_scans', 'form_missing'],
  ] as const)('%s', async ([, sql, kind], { clinic, database }) => {
    await bringSealed(clinic)
    expect(await check(clinic)).toBeNull()
    await tamper(database, sql)
    const row = await clinic.db.auditLog.findFirstOrThrow({
      where: { resourceType: 'sealed_scan', action: 'created' },
      select: { id: true, lane: true, position: true },
    })
    expect(await check(clinic)).toEqual({
      ...{ lane: row.lane, position: Number(row.position), rowId: row.id },
      kind,
    })
  })

  test('adds a sealed scan that Caseload did not seal', async ({ clinic, database }) => {
    await bringSealed(clinic)
    const other = await clinic.patient()
    await bringPaper(clinic.as(await clinic.user()), other.id)
    const { id: formId, recordId } = await clinic.db.signedConsentForm.findFirstOrThrow({
      where: { request: { patientId: other.id } },
    })
    await tamper(
      database,
      `INSERT INTO sealed_scans (form_id, record_id, sha256, sealed_by, sealed_at)
       VALUES ('${formId}', '${recordId}', repeat('a', 64), repeat('b', 64), now())`,
    )
    expect(await check(clinic)).toEqual({ lane: 0, position: 0, rowId: formId, kind: 'form_unrecorded' })
  })

  test('changes a form from before rows had hashes', async ({ clinic, database }) => {
    const { request } = await putOnFile(clinic, await signedWith(await quickSeal()))
    expect(await check(clinic)).toBeNull()
    await tamper(
      database,
      `UPDATE signed_consent_forms SET content = 'another' WHERE request_id = '${request.id}'`,
    )
    expect(await check(clinic)).toMatchObject({ kind: 'form_changed' })
  })
})
