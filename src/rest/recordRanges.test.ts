import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { sample, setUpRecords, storedRecord } from '#tests/support/recordFiles.ts'

import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'

const whole = sample('rotation.pdf')
const SIZE = whole.length

async function onFile(clinic: TestClinic, server: TestServer, content = whole) {
  const { at, visitor, patient, staff } = await setUpRecords(clinic, server)
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: staff.id }, content)
  const address = `${at}/${record.id}/file`
  const ask = (headers: Record<string, string> = {}) => visitor.fetch(address, { headers })
  return { record, ask, visitor, staff, address }
}

test.for([
  ['bytes=0-0', 0, 1],
  ['bytes=100-199', 100, 200],
  ['bytes=6000-', 6000, SIZE],
  ['bytes=-100', SIZE - 100, SIZE],
  ['bytes=-99999', 0, SIZE],
  ['bytes=6000-99999', 6000, SIZE],
] as const)('%s of a record returns those bytes', async ([range, start, end], { clinic, server }) => {
  const { ask } = await onFile(clinic, server)
  const answer = await ask({ range })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${SIZE}`)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole.subarray(start, end))
})

test.for(['bytes=1-2,4-5', 'bytes=9-3', 'bytes=-', 'pages=1-2', 'bytes=x'])(
  '%s returns the whole record',
  async (range, { clinic, server }) => {
    const answer = await (await onFile(clinic, server)).ask({ range })
    expect([answer.status, answer.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole)
  },
)

test('a range outside of a record gets 416 with the record’s size', async ({ clinic, server }) => {
  const { ask } = await onFile(clinic, server)
  for (const range of [`bytes=${SIZE}-`, 'bytes=99999-', 'bytes=-0']) {
    const answer = await ask({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${SIZE}`])
    expect(answer.headers.get('content-disposition')).toBe(null)
  }
})

test('a download can be resumed only if the file is unchanged', async ({ clinic, server }) => {
  const { ask, record } = await onFile(clinic, server)
  const tag = `"${record.sha256}"`
  expect((await ask()).headers.get('etag')).toBe(tag)
  expect((await ask({ range: 'bytes=10-', 'if-range': tag })).status).toBe(206)
  for (const other of ['"another"', `W/${tag}`, new Date().toUTCString()])
    expect((await ask({ range: 'bytes=10-', 'if-range': other })).status).toBe(200)
})

test('a changed byte is detected in a range request, too', async ({ clinic, server }) => {
  const { ask, record } = await onFile(clinic, server)
  await clinic.instances.recordStore.remove(record.filePath)
  expect((await ask({ range: 'bytes=0-9' })).status).toBe(409)
})
