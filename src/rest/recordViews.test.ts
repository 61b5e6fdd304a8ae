import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { sample, setUpRecords, storedRecord } from '#tests/support/recordFiles.ts'

import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'

const looks = ({ db }: TestClinic) =>
  db.auditLog.findMany({
    where: { action: { in: ['viewed', 'downloaded'] }, resourceType: 'patient_record' },
    select: { action: true, resourceId: true, patientId: true, userId: true, details: true },
  })

const signedIn = async (server: TestServer, { email }: { email: string }) => {
  const visitor = server.visitor()
  await visitor.signIn(email)
  return visitor
}

test('viewing a record writes one audit row and returns the file as an attachment that is not cached', async ({
  clinic,
  server,
}) => {
  const { staff, patient, visitor, at } = await setUpRecords(clinic, server)
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: staff.id })
  const answer = await visitor.fetch(`${at}/${record.id}/view`)
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(sample('rotation.pdf'))
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await looks(clinic)).toEqual([
    {
      action: 'viewed',
      resourceId: record.id,
      patientId: patient.id,
      userId: staff.id,
      details: { document: true },
    },
  ])
})

test('an attorney’s views are in the accounting of disclosures, and end when the consent is revoked', async ({
  clinic,
  server,
}) => {
  const { attorney, other, patient, records } = await treated(clinic)
  const staff = await clinic.user()
  const at = `/api/patients/${patient.id}/records/${records[0].id}/view`
  const [byStaff, theirs, others] = [
    await signedIn(server, staff),
    await signedIn(server, attorney),
    await signedIn(server, other),
  ]
  expect((await byStaff.call('GET', at)).status).toBe(200)
  expect((await theirs.call('GET', at)).status).toBe(200)
  expect((await others.call('GET', at)).status).toBe(404)
  expect((await server.visitor().call('GET', at)).status).toBe(401)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { consentRevokedAt: clinic.now } })
  expect((await theirs.call('GET', at)).status).toBe(403)
  expect(await clinic.db.disclosure.findMany()).toMatchObject([
    { kind: 'viewed', recipientId: attorney.id, fileName: 'mri.pdf', forwardingId: null },
  ])
  expect(await looks(clinic)).toHaveLength(2)
})

test.for([
  ['waiting', { scanState: 'waiting', scanReason: null, nextScanAt: new Date('2099-01-01') }],
  ['infected', { scanState: 'infected', scanReason: null, scanFinding: 'Win.Trojan.Sample' }],
] as const)('a record that is %s cannot be viewed either', async ([, scan], { clinic, server }) => {
  const { staff, patient, visitor, at } = await setUpRecords(clinic, server)
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: staff.id, ...scan })
  expect((await visitor.call('GET', `${at}/${record.id}/view`)).status).toBe(409)
  expect(await looks(clinic)).toEqual([])
})
