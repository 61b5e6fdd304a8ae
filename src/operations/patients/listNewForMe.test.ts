import { expect } from 'vitest'
import type { AuditResource } from '#domain/audit/descriptions.ts'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { listNewForMe, NEW_FOR_ME_MAX } from './listNewForMe.ts'
import { readNewSinceVisit, VISIT_GAP_MS } from './readNewSinceVisit.ts'

const wait = (clinic: TestClinic, milliseconds = 60_000) => {
  clinic.now = new Date(clinic.now.getTime() + milliseconds)
}

/** An attorney after the first visit, with patients in this number, and a colleague. */
async function afterFirstVisit(clinic: TestClinic, count: number) {
  const attorney = await clinic.user({ role: 'attorney' })
  const staff = await clinic.user()
  const patients = []
  for (let n = 0; n < count; n += 1)
    patients.push(await clinic.patient({ firstName: `P${n}`, assignedAttorneyId: attorney.id }))
  await readNewSinceVisit(clinic.as(attorney), {})
  wait(clinic, VISIT_GAP_MS + 1)
  const act = async (by: User | null, resourceType: AuditResource, patientId: string, action = 'created') => {
    const ctx = by ? clinic.as(by) : clinic.anonymous()
    const isRecord = by !== null && resourceType === 'patient_record'
    const resourceId = isRecord ? await recordOf(clinic, patientId, by) : null
    await audit(ctx, { action: action as 'created', resourceType, resourceId, patientId })
    wait(clinic)
  }
  return { attorney, staff, patients, act, list: () => listNewForMe(clinic.as(attorney), {}) }
}

/** A record without a file. */
async function recordOf({ db }: TestClinic, patientId: string, { id: uploadedById }: User): Promise<string> {
  const { id } = await db.patientRecord.create({
    data: {
      patientId,
      uploadedById,
      fileName: 'a.pdf',
      filePath: '',
      fileSize: 1,
      mimeType: 'application/pdf',
    },
  })
  return id
}

const first = ({ id }: { id: string }) => id

test('patients with something new since the last visit are listed, the latest first', async ({ clinic }) => {
  const { attorney, staff, patients, act, list } = await afterFirstVisit(clinic, 4)
  const [withSignature, withUpload, withNote, withOwnUpload] = patients.map(first) as [
    string,
    string,
    string,
    string,
  ]
  await act(null, 'consent_request', withSignature, 'consent_signed')
  await act(staff, 'patient_record', withUpload)
  await act(staff, 'patient_record', withUpload)
  await act(staff, 'patient_note', withNote)
  await act(attorney, 'patient_record', withOwnUpload)
  expect(await list()).toMatchObject([
    { id: withUpload, firstName: 'P1', recordsAdded: 2, isSigned: false },
    { id: withSignature, firstName: 'P0', recordsAdded: 0, isSigned: true },
  ])
  const [row] = await clinic.db.auditLog.findMany({ where: { action: 'listed' } })
  expect(row).toMatchObject({
    resourceType: 'patient',
    userId: attorney.id,
    details: { filters: ['news'], count: 2 },
  })
})

test('without an earlier visit nothing is new, and at most five patients are listed', async ({ clinic }) => {
  const { staff, patients, act, list } = await afterFirstVisit(clinic, NEW_FOR_ME_MAX + 1)
  expect(await listNewForMe(clinic.as(await clinic.user({ role: 'attorney' })), {})).toEqual([])
  for (const { id } of patients) await act(staff, 'patient_record', id)
  expect(await list()).toHaveLength(NEW_FOR_ME_MAX)
})

test('an attorney sees nothing of other patients, nor of closed records', async ({ clinic }) => {
  const { staff, patients, act, list } = await afterFirstVisit(clinic, 1)
  const [mine] = patients.map(first) as [string]
  const { id: other } = await clinic.patient()
  await act(staff, 'patient_record', other)
  await act(staff, 'patient_record', mine)
  expect((await list()).map(first)).toEqual([mine])
  await clinic.db.patient.update({ where: { id: mine }, data: { consentRevokedAt: clinic.now } })
  expect(await list()).toEqual([])
  await clinic.db.patient.update({
    where: { id: mine },
    data: { assignedAttorneyId: null, consentRevokedAt: null },
  })
  expect(await list()).toEqual([])
})
