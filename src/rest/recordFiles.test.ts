import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { filesOf, pdfOf, sample, setUpRecords, storedRecord, uploadForm } from '#tests/support/recordFiles.ts'

import { test } from '#tests/support/test.ts'
import { openTestServer, type TestServer } from '#tests/support/testServer.ts'

test.for(['rotation.pdf', 'knee.png', 'knee.jpg', 'knee.tiff', 'letter.doc', 'summary.docx'])(
  '%s is downloaded exactly as it was uploaded',
  async (name, { clinic, server }) => {
    const { at, send, visitor, staff } = await setUpRecords(clinic, server)
    const { status, json } = await send(uploadForm(name, sample(name), { description: ' The knee ' }))
    expect([status, json]).toMatchObject([
      201,
      {
        fileName: name,
        fileSize: sample(name).length,
        description: 'The knee',
        uploadedBy: { id: staff.id },
        message: 'Patient record uploaded successfully',
      },
    ])
    const { id } = json as { id: string }
    const down = await visitor.fetch(`${at}/${id}/file`)
    expect(Buffer.from(await down.arrayBuffer())).toEqual(sample(name))
    expect(Object.fromEntries(down.headers)).toMatchObject({
      'content-length': String(sample(name).length),
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const head = await visitor.fetch(`${at}/${id}/file`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(sample(name).length)])
  },
)

test.for([
  ['..\\..\\x.pdf', 'x.pdf'],
  ['a\u202efdp.pdf', 'afdp.pdf'],
  ['Größe “7” 記録 (1)*.pdf', 'Größe “7” 記録 (1)*.pdf'],
  [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(251)}.pdf`],
])(
  'a file named %j is saved as %j and does not break headers',
  async ([fileName, shown], { clinic, server }) => {
    const { at, send, visitor } = await setUpRecords(clinic, server)
    const { json } = await send(uploadForm(fileName as string, sample('rotation.pdf')))
    expect(json).toMatchObject({ fileName: shown })
    const { headers } = await visitor.fetch(`${at}/${(json as { id: string }).id}/file`)
    const [, extended = ''] = /filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '') ?? []
    expect(decodeURIComponent(extended)).toBe(shown)
    expect(extended).toMatch(/^[\w.~!#$&+^`|%-]+$/)
  },
)

test.for([
  ['no file', new FormData(), 400, 'Please select a file to upload'],
  ['a drawing called a PDF', uploadForm('a.pdf', sample('knee.png')), 400, /is a PNG image/],
  ['a page called a photo', uploadForm('a.jpg', Buffer.from('<html>')), 415, /is not one of PDF/],
  ['an empty file', uploadForm('a.pdf', Buffer.alloc(0)), 400, 'This file is empty'],
  ['one byte too many', uploadForm('a.pdf', pdfOf(1_048_577)), 413, 'The file may hold at most 1 MB'],
  ['far too many', uploadForm('a.pdf', pdfOf(3_000_000)), 413, 'The file may hold at most 1 MB'],
  [
    'a long description',
    uploadForm('a.pdf', sample('rotation.pdf'), { description: 'x'.repeat(1001) }),
    400,
    /1000/,
  ],
  ['a path in a field', uploadForm('a.pdf', sample('rotation.pdf'), { filePath: '/etc' }), 400, /filePath/],
  [
    'another patient in a field',
    uploadForm('a.pdf', sample('rotation.pdf'), { patientId: 'x' }),
    400,
    /patientId/,
  ],
  ['a text in place of the file', textAsFile(), 400, 'Please select a file to upload'],
  ['two files', twoFiles(), 400, 'Send one file at a time'],
  ['a field that is sent twice', fieldTwice(), 400, 'The form has the field description twice'],
] as const)('%s is rejected and leaves no data', async ([, form, status, message], { clinic, server }) => {
  const { send } = await setUpRecords(clinic, server)
  const before = await filesOf(clinic)
  const answer = await send(form)
  expect(answer.json).toMatchObject({ message: expect.stringMatching(message) })
  expect(answer.status).toBe(status)
  expect(await clinic.db.patientRecord.count()).toBe(0)
  expect(await filesOf(clinic)).toEqual(before)
})

function textAsFile(): FormData {
  const form = new FormData()
  form.append('file', 'no file at all')
  return form
}

function fieldTwice(): FormData {
  const form = uploadForm('mri.pdf', sample('rotation.pdf'), { description: 'MRI' })
  form.append('description', 'Knee')
  return form
}

function twoFiles(): FormData {
  const form = uploadForm('a.pdf', sample('rotation.pdf'))
  form.append('file', new Blob(['%PDF-1.7']), 'b.pdf')
  return form
}

test('uploads accept only forms, and all other calls reject them', async ({ clinic, server }) => {
  const { visitor, at, patient } = await setUpRecords(clinic, server)
  expect((await visitor.call('POST', at, { file: 'x' })).status).toBe(415)
  expect((await visitor.call('POST', at)).json).toMatchObject({ message: 'Please select a file to upload' })
  const noBoundary = { 'content-type': 'multipart/form-data' }
  expect((await visitor.call('POST', at, 'x', noBoundary)).status).toBe(400)
  const broken = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await visitor.call('POST', at, '--x\r\nhalf', broken)).status).toBe(400)
  const form = () => uploadForm('a.pdf', sample('rotation.pdf'))
  expect((await visitor.send('POST', `/api/patients/${patient.id}/notes`, form())).status).toBe(415)
  expect((await visitor.send('POST', '/graphql', form())).status).toBe(415)
})

test('errors come in order: session, role, file, patient, relation, state', async ({ clinic, server }) => {
  const [staff, other, rae] = [
    await clinic.user(),
    await clinic.user(),
    await clinic.user({ role: 'attorney' }),
  ]
  const dropped = await clinic.patient({ status: 'dropped', createdById: staff.id })
  const missing = '01a1fcf0-bbdc-730f-8d22-fb8393291341'
  const bad = () => uploadForm('a.jpg', Buffer.from('<html>'))
  const good = () => uploadForm('a.pdf', sample('rotation.pdf'))
  const ask = async (email: string | null, patientId: string, form: FormData) => {
    const visitor = server.visitor()
    if (email) await visitor.signIn(email)
    return (await visitor.send('POST', `/api/patients/${patientId}/records`, form)).status
  }
  const before = await filesOf(clinic)
  expect(await ask(null, missing, bad())).toBe(401)
  expect(await ask(rae.email, missing, bad())).toBe(403)
  expect(await ask(other.email, missing, bad())).toBe(415)
  expect(await ask(other.email, missing, good())).toBe(404)
  expect(await ask(other.email, dropped.id, good())).toBe(403)
  expect(await ask(staff.email, dropped.id, good())).toBe(409)
  expect(await filesOf(clinic)).toEqual(before)
})

/** Starts an upload on a raw socket and sends only a part of the announced bytes. */
async function beginUpload(server: TestServer, cookie: string, patientId: string) {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let response = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    response += text
  })
  socket.on('error', () => {})
  socket.write(
    `POST /api/patients/${patientId}/records HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n` +
      'Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: 500000\r\n\r\n' +
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
  )
  socket.write('x'.repeat(200_000))
  return { socket, response: () => response, closed: new Promise((done) => socket.once('close', done)) }
}

async function signedIn(server: TestServer, email: string): Promise<string> {
  const { headers } = await server.visitor().signIn(email)
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const until = async (isSo: () => Promise<boolean>) => {
  for (let tries = 0; tries < 100 && !(await isSo()); tries += 1) await sleep(50)
  return isSo()
}

test('an upload whose client disconnects leaves neither file nor row', async ({ clinic, server }) => {
  const { staff, patient } = await setUpRecords(clinic, server)
  const before = await filesOf(clinic)
  const { socket } = await beginUpload(server, await signedIn(server, staff.email), patient.id)
  expect(await until(async () => (await filesOf(clinic)).length > before.length)).toBe(true)
  socket.destroy()
  expect(await until(async () => (await filesOf(clinic)).length === before.length)).toBe(true)
  expect(await clinic.db.patientRecord.count()).toBe(0)
})

test('an upload that stalls gets 408 and leaves neither file nor row', async ({ clinic }) => {
  const limits = { requestTimeout: 700, headersTimeout: 500, connectionsCheckingInterval: 100 }
  const server = await openTestServer(clinic, { limits })
  const { staff, patient } = await setUpRecords(clinic, server)
  const before = await filesOf(clinic)
  const { response } = await beginUpload(server, await signedIn(server, staff.email), patient.id)
  expect(await until(async () => response().includes('408'))).toBe(true)
  expect(await until(async () => (await filesOf(clinic)).length === before.length)).toBe(true)
  expect(await clinic.db.patientRecord.count()).toBe(0)
  await server.close()
})

test('an attorney can download until the consent is revoked, and finds no other attorney’s patient', async ({
  clinic,
  server,
}) => {
  const [rae, lou] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  const patient = await clinic.patient({ assignedAttorneyId: rae.id })
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: rae.id })
  const at = `/api/patients/${patient.id}/records/${record.id}/file`
  const [byRae, byLou] = [server.visitor(), server.visitor()]
  await byRae.signIn(rae.email)
  await byLou.signIn(lou.email)
  expect((await byLou.call('GET', at)).status).toBe(404)
  expect((await server.visitor().call('GET', at)).status).toBe(401)
  expect((await byRae.call('GET', at)).status).toBe(200)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { consentRevokedAt: clinic.now } })
  expect((await byRae.call('GET', at)).status).toBe(403)
  expect(await clinic.db.auditLog.count({ where: { action: 'downloaded' } })).toBe(1)
})

test('in GraphQL a file is a URL, never bytes', async ({ clinic, server }) => {
  const { patient, staff, visitor } = await setUpRecords(clinic, server)
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: staff.id })
  const { data } = await visitor.graphql(
    'query($p: ID!, $r: ID!) { recordFile(patientId: $p, recordId: $r) { fileName content } }',
    { p: patient.id, r: record.id },
  )
  expect(data).toEqual({
    recordFile: { fileName: 'scan.pdf', content: `/api/patients/${patient.id}/records/${record.id}/file` },
  })
})
