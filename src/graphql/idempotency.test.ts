import { createHash, randomUUID } from 'node:crypto'
import { isObjectType } from 'graphql'
import { expect } from 'vitest'
import type { Role } from '#domain/access/actor.ts'
import type { ApiKeyScope } from '#domain/apiKeys/scopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import type { OperationContext } from '#operations/context.ts'
import { answerOnce, KEPT_ANSWER_MAX, removeOldIdempotencyKeys } from '#operations/idempotency/answerOnce.ts'
import { addPatient } from '#operations/patients/addPatient.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { filesOf, sample, uploadForm } from '#tests/support/recordFiles.ts'
import { withoutRight } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import type { FieldExtensions } from './runs.ts'
import { schema } from './schema.ts'

const MINUTE = 60_000
const newPatient = { firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.test' }
const adding = 'mutation($input: AddPatientInput!) { addPatient(input: $input) { id firstName createdAt } }'

/** A program with an API key. Each request can carry an Idempotency-Key. */
async function program(clinic: TestClinic, server: TestServer, scopes: ApiKeyScope[] = ['patients_write']) {
  const admin = await clinic.user({ role: 'admin' })
  const user = await clinic.user({ role: 'staff' })
  const { secret } = await createApiKey(clinic.as(admin), { userId: user.id, name: 'Sync', scopes })
  const headers = (key?: string) => ({
    authorization: `Bearer ${secret}`,
    ...(key !== undefined && { 'idempotency-key': key }),
  })
  const visitor = server.visitor()
  return {
    admin,
    user,
    call: (method: string, path: string, body: unknown, key?: string) =>
      visitor.call(method, path, body, headers(key)),
    send: (path: string, form: FormData, key?: string) => visitor.send('POST', path, form, headers(key)),
    graphql: (query: string, variables: object, key?: string) =>
      visitor.call('POST', '/graphql', { query, variables }, headers(key)),
  }
}

const logFault = (error: unknown) => {
  throw error
}

const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')

test('a change that is sent again with its key gives the same answer and changes nothing, by REST and GraphQL', async ({
  clinic,
  server,
}) => {
  const { call, graphql } = await program(clinic, server)
  const [byRest, byGraphql] = [randomUUID(), randomUUID()]
  const first = await call('POST', '/api/patients', newPatient, byRest)
  expect([first.status, replayed(first)]).toEqual([201, null])
  clinic.now = new Date(clinic.now.getTime() + 5 * MINUTE)
  const again = await call('POST', '/api/patients', newPatient, byRest)
  expect([again.status, again.json, replayed(again)]).toEqual([201, first.json, 'true'])

  const input = { ...newPatient, email: 'other@example.test' }
  const asked = await graphql(adding, { input }, byGraphql)
  const repeated = await graphql(adding, { input }, byGraphql)
  expect([repeated.status, repeated.json, replayed(repeated)]).toEqual([200, asked.json, 'true'])
  expect(asked.json).toMatchObject({ data: { addPatient: { firstName: 'Ines' } } })
  expect(await clinic.db.patient.count()).toBe(2)
  expect(await clinic.db.auditLog.count({ where: { action: 'created', resourceType: 'patient' } })).toBe(2)
  const repeatedAnswers = await clinic.db.auditLog.findMany({
    where: { action: 'viewed' },
    orderBy: { id: 'asc' },
  })
  const { id } = first.json as { id: string }
  expect(repeatedAnswers.length).toBe(2)
  expect(repeatedAnswers[0]).toMatchObject({ patientId: id, details: { isRepeatedAnswer: true } })
})

test('another request with the key is refused; another caller’s key is another key', async ({
  clinic,
  server,
}) => {
  const one = await program(clinic, server)
  const other = await program(clinic, server)
  const key = 'order-12'
  expect((await one.call('POST', '/api/patients', newPatient, key)).status).toBe(201)
  const changed = { ...newPatient, email: 'changed@example.test' }
  const refused = await one.call('POST', '/api/patients', changed, key)
  expect([refused.status, refused.json]).toEqual([
    409,
    {
      code: 'conflict',
      reason: 'key_reused',
      message:
        'This Idempotency-Key was used for a different request within a day. Use a new key for each request.',
    },
  ])
  expect((await one.graphql(adding, { input: newPatient }, key)).json).toMatchObject({
    errors: [{ extensions: { code: 'conflict' } }],
  })
  expect((await other.call('POST', '/api/patients', changed, key)).status).toBe(201)
  expect(await clinic.db.patient.count()).toBe(2)
})

test('the kept hash of a request has a secret salt, so that no password can be guessed from it', async ({
  clinic,
}) => {
  const staff = clinic.as(await clinic.user())
  const request = { key: 'order-14', requestSha256: 'e'.repeat(64) }
  const run = (ctx: OperationContext) => addPatient(ctx, newPatient)
  await answerOnce(staff, request, { run, kept: () => null, logFault })
  const { id, requestSha256 } = await clinic.db.idempotencyKey.findFirstOrThrow()
  const salted = createHash('sha256').update(staff.evidenceKeyOf().salt(id, 'request'))
  expect(requestSha256).toBe(salted.update(request.requestSha256).digest('hex'))
})

test('a request that changed nothing does not use up its key', async ({ clinic, server }) => {
  const { call } = await program(clinic, server)
  const key = randomUUID()
  const taken = await clinic.patient({ email: newPatient.email })
  expect((await call('POST', '/api/patients', newPatient, key)).status).toBe(409)
  expect((await call('POST', '/api/patients', { lastName: 'Okafor' }, key)).status).toBe(400)
  await clinic.db.patient.update({ where: { id: taken.id }, data: { email: 'moved@example.test' } })
  const added = await call('POST', '/api/patients', newPatient, key)
  expect([added.status, replayed(added)]).toEqual([201, null])
  expect(await clinic.db.idempotencyKey.count()).toBe(1)
})

test('of many equal requests at the same time, one runs; the others get its answer or are told to wait', async ({
  clinic,
  server,
}) => {
  const { call } = await program(clinic, server)
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call('POST', '/api/patients', newPatient, key)),
  )
  const waiting = answers.filter(({ status }) => status === 409)
  expect(new Set(waiting.map(({ headers }) => headers.get('retry-after')))).toEqual(
    new Set(waiting.length > 0 ? ['1'] : []),
  )
  const done = answers.filter(({ status }) => status === 201)
  expect(done.length + waiting.length).toBe(12)
  expect(done.filter((answer) => replayed(answer) === null)).toHaveLength(1)
  expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  expect(await clinic.db.patient.count()).toBe(1)
})

test('invalid keys are refused, and keys of queries and of callers who are not signed in are ignored', async ({
  clinic,
  server,
}) => {
  const { call, graphql, user } = await program(clinic, server, ['patients_read', 'patients_write'])
  for (const key of ['', 'with space', 'x'.repeat(256)]) {
    const refused = await call('POST', '/api/patients', newPatient, key)
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        code: 'invalid',
        message: 'Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces',
        fields: { 'Idempotency-Key': expect.any(String) },
      },
    ])
  }
  expect((await call('GET', '/api/patients', undefined, 'with space')).status).toBe(200)
  expect((await graphql('{ me { id } }', {}, 'with space')).json).toMatchObject({
    data: { me: { id: user.id } },
  })
  const signIn = { email: user.email, password: 'wrong password' }
  const headers = { 'idempotency-key': 'with space' }
  expect((await server.visitor().call('POST', '/api/auth/login', signIn, headers)).status).toBe(401)
  expect(await clinic.db.idempotencyKey.count()).toBe(0)
})

test('a caller who may no longer make the change gets no earlier answer', async ({ clinic, server }) => {
  const user = await clinic.user()
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  const codeAs = async (role: Role) => {
    await clinic.db.user.update({ where: { id: user.id }, data: { role } })
    const body = { query: adding, variables: { input: newPatient } }
    const { json } = await visitor.call('POST', '/graphql', body, { 'idempotency-key': 'new-patient' })
    return (json as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code
  }
  expect(await codeAs('staff')).toBeUndefined()
  expect(await codeAs('attorney')).toBe('forbidden')
  // Another role might see more or less of the answer.
  expect(await codeAs('admin')).toBe('conflict')
})

test('the answer is encrypted, without the secrets that are shown once, and removed after a day', async ({
  clinic,
  server,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const query = `mutation { made: createServiceAccount(input: { name: "Case management", keyName: "Sync",
    scopes: [patients_read], expiresInDays: 9 }) { token: secret apiKey { id name } } }`
  const send = () => visitor.call('POST', '/graphql', { query }, { 'idempotency-key': 'new-key' })
  type Made = { data: { made: { token: string; apiKey: { id: string } } } }
  const first = (await send()).json as Made
  expect(first.data.made.token.length).toBeGreaterThan(20)
  const again = (await send()).json as Made
  expect(again).toEqual({ data: { made: { ...first.data.made, token: '' } } })
  const [row] = await clinic.db.idempotencyKey.findMany()
  expect(Buffer.from(row?.answer ?? []).toString('latin1')).not.toContain(first.data.made.apiKey.id)
  expect(await clinic.db.apiKey.count()).toBe(1)

  clinic.now = new Date(clinic.now.getTime() + 24 * 60 * MINUTE - 1)
  expect(await removeOldIdempotencyKeys(clinic.anonymous())).toBe(0)
  clinic.now = new Date(clinic.now.getTime() + 1)
  expect(await removeOldIdempotencyKeys(clinic.anonymous())).toBe(1)
})

test('every field that shows a secret once is marked', () => {
  const isSecret = ([name, { description }]: [string, { description?: string | null | undefined }]) =>
    /^(secret|recoveryCodes|uri)$/.test(name) || /only once|shown only|shown once/i.test(description ?? '')
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.entries(type.getFields()) : [],
  )
  const secrets = fields.filter(isSecret)
  expect(secrets.length).toBeGreaterThan(7)
  const isMarked = ([, { extensions }]: (typeof fields)[number]) => (extensions as FieldExtensions).shownOnce
  expect(secrets.filter((field) => !isMarked(field)).map(([name]) => name)).toEqual([])
})

test('a file that is sent again is stored once', async ({ clinic, server }) => {
  const { send, user } = await program(clinic, server, ['records_write'])
  const patient = await clinic.patient({ createdById: user.id })
  const form = () => uploadForm('scan.pdf', sample('rotation.pdf'))
  const path = `/api/patients/${patient.id}/records`
  const first = await send(path, form(), 'scan-1')
  expect(first.status, first.text).toBe(201)
  const stored = await filesOf(clinic)
  const again = await send(path, form(), 'scan-1')
  expect([again.status, again.json, replayed(again)]).toEqual([201, first.json, 'true'])
  expect(await filesOf(clinic)).toEqual(stored)
  expect((await send(path, uploadForm('scan.pdf', sample('form_two_pages.pdf')), 'scan-1')).status).toBe(409)
  expect(await filesOf(clinic)).toEqual(stored)
  expect(await clinic.db.patientRecord.count()).toBe(1)
})

test('a run whose process ended is taken over; if it still goes on, it can change nothing more', async ({
  clinic,
}) => {
  const staff = clinic.as(await clinic.user())
  const request = { key: 'sync-7', requestSha256: 'a'.repeat(64) }
  const kept = (answer: unknown) => answer
  const add = (ctx: OperationContext) => addPatient(ctx, newPatient)
  const slow = Promise.withResolvers<void>()
  const addLate = (ctx: OperationContext) => addPatient(ctx, { ...newPatient, email: 'late@example.test' })
  const late = answerOnce(staff, request, {
    run: (ctx) => slow.promise.then(() => addLate(ctx)),
    kept,
    logFault,
  })
  await expect.poll(() => clinic.db.idempotencyKey.count()).toBe(1)
  await expect(answerOnce(staff, request, { run: add, kept, logFault })).rejects.toThrow(
    'is still being made',
  )

  clinic.now = new Date(clinic.now.getTime() + 2 * MINUTE)
  const { answer } = await answerOnce(staff, request, {
    run: async (ctx) => (await add(ctx)).id,
    kept,
    logFault,
  })
  slow.resolve()
  await expect(late).rejects.toThrow('has replaced this one')
  expect(await answerOnce(staff, request, { run: add, kept, logFault })).toEqual({ answer, isRepeated: true })
  expect(await clinic.db.patient.findMany({ select: { id: true } })).toEqual([{ id: answer }])
})

test('a change whose answer is lost is not made again, and its caller is told so', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const request = { key: 'sync-8', requestSha256: 'b'.repeat(64) }
  const add = async (ctx: OperationContext) => (await addPatient(ctx, newPatient)).id
  const ended = async (ctx: OperationContext) => {
    await add(ctx)
    throw new Error('the process ended')
  }
  const kept = (answer: unknown) => answer
  await expect(answerOnce(staff, request, { run: ended, kept, logFault })).rejects.toThrow(
    'the process ended',
  )
  clinic.now = new Date(clinic.now.getTime() + 2 * MINUTE)
  await expect(answerOnce(staff, request, { run: add, kept, logFault })).rejects.toThrow(
    'its answer was not kept',
  )

  const long = { key: 'sync-9', requestSha256: 'c'.repeat(64) }
  const other = (ctx: OperationContext) => addPatient(ctx, { ...newPatient, email: 'long@example.test' })
  await answerOnce(staff, long, { run: other, kept: () => 'x'.repeat(KEPT_ANSWER_MAX), logFault })
  await expect(answerOnce(staff, long, { run: other, kept, logFault })).rejects.toThrow(
    'its answer was not kept',
  )
  expect(await clinic.db.patient.count()).toBe(2)

  clinic.now = new Date(clinic.now.getTime() + 24 * 60 * MINUTE)
  const third = (ctx: OperationContext) => addPatient(ctx, { ...newPatient, email: 'third@example.test' })
  expect(await answerOnce(staff, long, { run: third, kept: ({ id }) => id, logFault })).toMatchObject({
    isRepeated: false,
  })
})

test('an answer that cannot be kept still reaches its caller, and a repeated request gets answer_lost', async ({
  clinic,
  database,
}) => {
  const staff = clinic.as(await clinic.user())
  const request = { key: 'sync-10', requestSha256: 'd'.repeat(64) }
  const kept = (answer: unknown) => answer
  const faults: unknown[] = []
  const added = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const run = async (ctx: OperationContext) => {
    const { id } = await addPatient(ctx, newPatient)
    added.resolve()
    await goOn.promise
    return id
  }
  const first = answerOnce(staff, request, { run, kept, logFault: (error) => faults.push(error) })
  await added.promise
  await withoutRight(database, 'UPDATE ON idempotency_keys', async () => {
    goOn.resolve()
    const { id } = await clinic.db.patient.findFirstOrThrow()
    expect(await first).toEqual({ answer: id, isRepeated: false })
  })
  expect(faults).toHaveLength(1)
  clinic.now = new Date(clinic.now.getTime() + 2 * MINUTE)
  await expect(answerOnce(staff, request, { run, kept, logFault })).rejects.toThrow('its answer was not kept')
})
