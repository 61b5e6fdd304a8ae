import { expect } from 'vitest'
import { scanRecords } from '#operations/records/scanRecords.ts'
import { FINDING, HARMFUL, openClamd, scanWith } from '#tests/support/clamdServer.ts'
import { jpegWith } from '#tests/support/craftedFiles.ts'
import { setUpRecords, storedRecord, uploadForm } from '#tests/support/recordFiles.ts'

import { test } from '#tests/support/test.ts'

const comment = (text: string) => jpegWith([0xfe, Buffer.from(text)])

test('neither GraphQL nor REST serves a waiting or infected file or a range of it, and both show its state', async ({
  clinic,
  server,
}) => {
  scanWith(clinic, await openClamd())
  const { at, send, visitor, patient } = await setUpRecords(clinic, server)
  const { json } = await send(uploadForm('photo.jpg', comment(HARMFUL)))
  expect(json).toMatchObject({ scanState: 'waiting', scanReason: null, scanFinding: null, scannedAt: null })
  const { id } = json as { id: string }

  async function isRefused(reason: string, message: RegExp): Promise<void> {
    for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=-1' }]) {
      const answer = await visitor.fetch(`${at}/${id}/file`, { headers })
      expect([answer.status, await answer.json()]).toEqual([
        409,
        { code: 'conflict', reason, message: expect.stringMatching(message) },
      ])
      expect(answer.headers.get('content-disposition')).toBe(null)
    }
    expect((await visitor.fetch(`${at}/${id}/file`, { method: 'HEAD' })).status).toBe(409)
    const { data, errors } = await visitor.graphql(
      'query ($p: ID!, $r: ID!) { recordFile(patientId: $p, recordId: $r) { content } }',
      { p: patient.id, r: id },
    )
    expect([data, errors]).toMatchObject([null, [{ extensions: { code: 'conflict' } }]])
  }
  await isRefused('scan_waiting', /is being scanned/)
  await scanRecords(clinic.anonymous())
  await isRefused('file_infected', /quarantined/)

  const infected = { scanState: 'infected', scanFinding: FINDING, scannedAt: clinic.now.toISOString() }
  expect((await visitor.call('GET', at)).json).toMatchObject([{ id, ...infected }])
  const { data } = await visitor.graphql(
    `query ($p: ID!, $r: ID!) { patientRecord(patientId: $p, recordId: $r) {
      scanState scanFinding scannedAt scanTrouble isServed isRescannable } }`,
    { p: patient.id, r: id },
  )
  const shown = { ...infected, scanTrouble: null, isServed: false, isRescannable: false }
  expect(data).toEqual({ patientRecord: shown })
})

test('administrators can request another scan', async ({ clinic, server }) => {
  scanWith(clinic, await openClamd())
  const { send, patient } = await setUpRecords(clinic, server)
  const { json } = await send(uploadForm('photo.jpg', comment('the knee')))
  const { id: recordId } = json as { id: string }
  await scanRecords(clinic.anonymous())
  const admin = server.visitor()
  await admin.signIn((await clinic.user({ role: 'admin' })).email)
  const input = { patientId: patient.id, recordId }
  const rescan = () =>
    admin.graphql(
      'mutation ($input: RescanRecordInput!) { rescanRecord(input: $input) { scanState isRescannable } }',
      { input },
    )
  const { data } = await admin.graphql(
    'query ($p: ID!, $r: ID!) { patientRecord(patientId: $p, recordId: $r) { isServed isRescannable } }',
    { p: patient.id, r: recordId },
  )
  expect(data).toEqual({ patientRecord: { isServed: true, isRescannable: true } })
  expect((await rescan()).data).toEqual({ rescanRecord: { scanState: 'clean', isRescannable: false } })
})

test('administrators see the details of a scanner error; other users see only that there is one', async ({
  clinic,
  server,
}) => {
  const { at, visitor, patient, staff } = await setUpRecords(clinic, server)
  const scanTrouble = 'The scanner does not answer: connect ECONNREFUSED 192.0.2.7:3310'
  const { id } = await storedRecord(clinic, {
    ...{ patientId: patient.id, uploadedById: staff.id, scanTrouble },
    ...{ scanState: 'waiting', scanReason: null, nextScanAt: clinic.now },
  })
  const admin = server.visitor()
  await admin.signIn((await clinic.user({ role: 'admin' })).email)
  const ask = async (who: typeof visitor) =>
    (
      await who.graphql(
        'query ($p: ID!, $r: ID!) { patientRecord(patientId: $p, recordId: $r) { scanTrouble } }',
        { p: patient.id, r: id },
      )
    ).data
  expect(await ask(admin)).toEqual({ patientRecord: { scanTrouble } })
  expect(await ask(visitor)).toEqual({
    patientRecord: { scanTrouble: 'The virus scanner could not check this file yet' },
  })
  expect(JSON.stringify((await visitor.call('GET', at)).json)).not.toContain('192.0.2.7')
})
