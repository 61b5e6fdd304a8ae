import { expect } from 'vitest'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'

test('the documented calls list and delete records, and no response shows a storage path', async ({
  clinic,
  server,
}) => {
  const staff = await clinic.user({ firstName: 'Ada', lastName: 'Byron' })
  const [admin, rae] = [await clinic.user({ role: 'admin' }), await clinic.user({ role: 'attorney' })]
  const patient = await clinic.patient({ assignedAttorneyId: rae.id })
  const record = await clinic.db.patientRecord.create({
    data: {
      patientId: patient.id,
      fileName: 'mri.pdf',
      filePath: '/vault/secret-place',
      fileSize: 12_345,
      mimeType: 'application/pdf',
      description: 'MRI of the knee',
      uploadedById: staff.id,
      createdAt: clinic.now,
    },
  })
  const [byAdmin, byRae, byStaff] = [server.visitor(), server.visitor(), server.visitor()]
  await byAdmin.signIn(admin.email)
  await byRae.signIn(rae.email)
  await byStaff.signIn(staff.email)
  const at = `/api/patients/${patient.id}/records`

  const listed = await byRae.call('GET', at)
  expect([listed.status, listed.json]).toEqual([
    200,
    [
      {
        id: record.id,
        version: expect.stringMatching(/^[\w-]{16}$/),
        patientId: patient.id,
        identifiers: [],
        fileName: 'mri.pdf',
        fileSize: 12_345,
        mimeType: 'application/pdf',
        description: 'MRI of the knee',
        imageDescription: null,
        category: null,
        serviceDate: null,
        accompanyingStatement: null,
        removed: [],
        scanState: 'not_scanned',
        scanReason: 'no_scanner',
        scanFinding: null,
        scannedAt: null,
        createdAt: clinic.now.toISOString(),
        uploadedBy: { id: staff.id, firstName: 'Ada', lastName: 'Byron' },
      },
    ],
  ])
  expect((await byStaff.call('DELETE', `${at}/${record.id}`)).status).toBe(403)
  const gone = await byAdmin.call('DELETE', `${at}/${record.id}`)
  expect([gone.status, gone.json]).toEqual([200, { message: 'Record deleted successfully' }])
  expect((await byAdmin.call('DELETE', `${at}/${record.id}`)).status).toBe(404)
  expect((await byRae.call('GET', at)).json).toEqual([])
})

test('deleting a record takes an optional reason', async ({ clinic, server }) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient()
  const stored = () => storedRecord(clinic, { patientId: patient.id, uploadedById: admin.id })
  const [deleted, kept] = [await stored(), await stored()]
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const at = `/api/patients/${patient.id}/records`
  const refused = await visitor.call('DELETE', `${at}/${deleted.id}`, { reason: 'Wrong' })
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { fields: { reason: 'Reason must be at least 10 characters' } },
  ])
  const reason = 'Belongs to another chart'
  expect((await visitor.call('DELETE', `${at}/${deleted.id}`, { reason })).status).toBe(200)
  expect((await visitor.call('DELETE', `${at}/${kept.id}`)).status).toBe(200)
  const rows = await clinic.db.patientRecord.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ deleteReason }) => deleteReason)).toEqual([reason, null])
})

test('after a revocation the assigned attorney gets 403 by GraphQL and REST, and each denial writes an audit row', async ({
  clinic,
  server,
}) => {
  const [staff, rae] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  const { id } = await clinic.patient({ status: 'schedulable', assignedAttorneyId: rae.id })
  const [byStaff, byRae] = [server.visitor(), server.visitor()]
  await byStaff.signIn(staff.email)
  await byRae.signIn(rae.email)
  const revoke = 'mutation($i: RevokeConsentInput!) { revokeConsent(input: $i) { status consentRevokedAt } }'
  const { data } = await byStaff.graphql(revoke, { i: { patientId: id, reason: 'Took it back by phone' } })
  expect(data).toEqual({
    revokeConsent: { status: 'pending_consent', consentRevokedAt: clinic.now.toISOString() },
  })

  expect((await byRae.call('GET', `/api/patients/${id}/records`)).status).toBe(403)
  const list = 'query($id: ID!) { patientRecords(patientId: $id) { edges { cursor } } }'
  expect((await byRae.graphql(list, { id })).errors[0]?.extensions.code).toBe('forbidden')
  expect((await byStaff.call('GET', `/api/patients/${id}/records`)).status).toBe(200)
  expect(await clinic.db.auditLog.findMany({ where: { action: 'denied' } })).toMatchObject([
    { userId: rae.id, resourceType: 'patient', resourceId: id },
    { userId: rae.id, resourceType: 'patient', resourceId: id },
  ])
})
