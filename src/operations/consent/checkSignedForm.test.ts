import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { fingerprintOf } from '#infra/signing/seal.ts'
import type { SealIdentity } from '#infra/signing/sealCms.ts'
import { recordSeal } from '#infra/signing/sealHistory.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { asOwner } from '#tests/support/rights.ts'
import { rsaSeal } from '#tests/support/seal.ts'
import { putOnFile } from '#tests/support/signedForms.ts'
import { test } from '#tests/support/test.ts'
import { checkSignedForm } from './checkSignedForm.ts'
import { traceSignedForm } from './traceSignedForm.ts'

const content = Uint8Array.from(Buffer.from('%PDF-1.7 signed'))
const sha256 = createHash('sha256').update(content).digest('hex')
const sealedBy = 'cd'.repeat(32)
const onFile = (clinic: TestClinic) => putOnFile(clinic, { content, sha256, sealedBy }, { isRecorded: false })

test('the holder of a signed form learns only that it is ours and when it was signed', async ({ clinic }) => {
  const { patient, formId } = await onFile(clinic)
  expect(await checkSignedForm(clinic.anonymous(), { sha256: ` ${sha256.toUpperCase()}` })).toEqual({
    isOurs: true,
    signedAt: new Date('2026-01-02T10:00:00Z'),
    stampedAt: null,
    scanFiledAt: null,
    scanSealedAt: null,
    isOurSeal: false,
  })
  const rows = await clinic.db.auditLog.findMany({ where: { resourceType: 'consent_form' } })
  expect(rows).toMatchObject([
    { action: 'viewed', resourceId: formId, patientId: null, userId: null, details: null },
  ])
  expect(await clinic.auditOf(patient)).toEqual([])
})

test('a foreign file is not recognized, and leaves no audit row unless it names our seal', async ({
  clinic,
}) => {
  await onFile(clinic)
  const other = sha256.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
  expect(await checkSignedForm(clinic.anonymous(), { sha256: other })).toEqual({
    isOurs: false,
    signedAt: null,
    stampedAt: null,
    scanFiledAt: null,
    scanSealedAt: null,
    isOurSeal: false,
  })
  expect(await checkSignedForm(clinic.anonymous(), { sha256: other, sealedBy })).toMatchObject({
    isOurs: false,
    isOurSeal: true,
  })
  expect(await clinic.db.auditLog.findMany(), 'only the forgery').toMatchObject([
    {
      action: 'denied',
      resourceType: 'consent_form',
      details: { code: 'not_on_file', formSha256: other, sealedBy },
    },
  ])
})

test('a stranger cannot fill the audit log with files that name our seal', async ({ clinic }) => {
  await onFile(clinic)
  const check = (n: number) =>
    checkSignedForm(clinic.anonymous(), { sha256: n.toString(16).padStart(64, '0'), sealedBy })
  for (let n = 0; n < 105; n += 1) expect(await check(n)).toMatchObject({ isOurSeal: true })
  expect(await clinic.db.auditLog.count()).toBe(100)
  clinic.now = new Date(clinic.now.getTime() + 25 * 3_600_000)
  await check(200)
  expect(await clinic.db.auditLog.count()).toBe(101)
})

test('a value that is not a SHA-256 is refused with a message', async ({ clinic }) => {
  for (const sha256 of ['', 'abc', 'g'.repeat(64), `${'a'.repeat(64)}\n${'a'.repeat(64)}`])
    await expect(checkSignedForm(clinic.anonymous(), { sha256 })).rejects.toMatchObject({
      code: 'invalid',
      message: 'Give the SHA-256 of the file as 64 hexadecimal digits',
    })
})

test('the operator learns the request of a form and whether its seal was ever ours', async ({ clinic }) => {
  const { request, formId } = await onFile(clinic)
  const form = { id: formId, requestId: request.id, signedAt: request.closedAt, stampedAt: null, scan: null }
  const trace = (input: { sha256: string; sealedBy: string | null }) =>
    traceSignedForm(clinic.instances, input)
  expect(await trace({ sha256, sealedBy })).toEqual({ form, isOurSeal: true })
  expect(await trace({ sha256: sealedBy, sealedBy: sha256 })).toEqual({ form: null, isOurSeal: false })
  expect(await trace({ sha256, sealedBy: null })).toEqual({ form, isOurSeal: false })
})

test('a seal that has sealed no form yet is ours, too', async ({ clinic, database }) => {
  const [own, other] = [await rsaSeal('Own'), await rsaSeal('Other')]
  await asOwner(database, (owner) => recordSeal(owner, [own], clinic.now))
  const isOurs = async (seal: SealIdentity) =>
    (await checkSignedForm(clinic.anonymous(), { sha256, sealedBy: fingerprintOf(seal) })).isOurSeal
  expect([await isOurs(own), await isOurs(other)]).toEqual([true, false])
})
