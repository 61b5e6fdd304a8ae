import { describe, expect, onTestFinished, test as plain } from 'vitest'
import { logConsole, makeLog } from '#app/log.ts'
import { requestScope } from '#infra/requestScope.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { withoutAudit } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer } from '#tests/support/testServer.ts'

/** A log, and the lines that it has written. */
function watched() {
  let text = ''
  const log = makeLog('info', {
    write: (chunk) => {
      text += chunk
    },
  })
  return {
    log,
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  }
}

/** Text that would end a line, color a terminal, or imitate a log entry. */
const forged = 'Lindqvist\r\n{"level":10,"msg":"forged"}\u001b[31m\u2028"}'
const nobody = '01a1fcf0-bbdc-730f-8d22-fb8393291341'

/** Database errors of several kinds, each with a patient's name in it. */
const faults: Record<string, (clinic: TestClinic) => Promise<unknown>> = {
  'a key that is none': ({ db }) => db.patient.findFirst({ where: { id: forged } }),
  'a value of the wrong kind': ({ db }) => db.$queryRaw`SELECT ${forged}::int`,
  'a word that is unknown': ({ db }) => db.$queryRaw`SELECT ${forged}::audit_action`,
  'arguments that do not fit': ({ db }) =>
    db.patient.create({ data: { firstName: forged, lastName: 7, email: 'lindqvist@example.test' } as never }),
  'an address that is taken': async (clinic) => {
    for (let n = 0; n < 2; n += 1)
      await clinic.patient({ firstName: forged, email: 'lindqvist@example.test' })
  },
  'a person who is not there': (clinic) => clinic.patient({ firstName: forged, createdById: nobody }),
  'an answer that is no JSON': async () => JSON.parse(forged),
  'an error with things on it': async () => {
    const cause = Object.assign(new Error(`The name is "${forged}"\n    at Lindqvist`), { detail: forged })
    throw Object.assign(new TypeError('Cannot be done', { cause }), {
      patient: { name: forged },
      password: PASSWORD,
    })
  },
  'a thrown value that is not an error': () => Promise.reject({ name: forged }),
}

describe('an internal error is logged as one line of JSON without patient data', () => {
  test.for(Object.entries(faults))('%s', async ([, fault], { clinic }) => {
    const { log, text, lines } = watched()
    const error = await fault(clinic).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).not.toBeNull()
    log.error({ err: error, requestId: 'a request' }, 'fault')
    expect(lines()).toEqual([
      expect.objectContaining({ level: 50, requestId: 'a request', msg: 'fault', err: expect.any(Object) }),
    ])
    expect(text()).not.toMatch(/lindqvist|forged|\\u001b|\[31m/i)
    expect(text()).not.toContain(PASSWORD)
  })

  test('and with the place of the error', async ({ clinic }) => {
    const { log, lines } = watched()
    const taken = await faults['an address that is taken']?.(clinic).catch((error: unknown) => error)
    log.error({ err: taken }, 'fault')
    expect(lines()[0].err).toMatchObject({
      type: 'PrismaClientKnownRequestError',
      code: 'P2002',
      sqlState: '23505',
      constraint: 'patients_email_key',
      message: expect.stringContaining('patient.create()'),
      stack: expect.arrayContaining([expect.stringMatching(/log\.test\.ts/)]),
    })
    const missing = await clinic.db.$queryRaw`SELECT no_such FROM patients`.catch((error: unknown) => error)
    log.error({ err: missing }, 'fault')
    expect(lines()[1].err.message).toMatch(/column "?no_such"? does not exist/)
  })
})

test('no failure writes text from a visitor to the log', async ({ clinic, database }) => {
  const { log, text, lines } = watched()
  const server = await openTestServer(clinic, { log, settings: { ACCESS_LOG: 'on' } })
  onTestFinished(server.close)
  const admin = await clinic.user({ role: 'admin' })
  const { id } = await clinic.patient({ status: 'consent_signed' })
  const visitor = server.visitor()
  const cookie = (await visitor.signIn(admin.email)).headers.getSetCookie().join('').split(/[=;]/)[1] ?? ''
  const hostile = { 'user-agent': 'Lindqvist {"level":10,"msg":"forged"}' }

  await withoutAudit(database, async () => {
    const person = {
      firstName: 'Greta',
      lastName: 'Lindqvist',
      email: 'lindqvist@example.test',
      address: forged,
    }
    const answers = [
      await visitor.call('POST', '/api/patients', person, hostile),
      await visitor.call('GET', `/api/patients?search=${encodeURIComponent(forged)}`, undefined, hostile),
      await visitor.call('POST', `/api/patients/${id}/notes`, { content: forged }, hostile),
      await visitor.call('POST', `/api/patients/${id}/drop`, { dropReason: `${forged} ${forged}` }, hostile),
      await visitor.call('POST', '/api/auth/login', { email: admin.email, password: PASSWORD }, hostile),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
    const references = answers.map(({ json }) => (json as { reference: string }).reference)
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(references)
    // The line of each request names the fault, and one line has the fault itself.
    const faultOf = (reference: string) =>
      lines().find(({ msg, requestId }) => msg === 'request' && requestId === reference)?.fault
    await expect.poll(() => references.filter((reference) => !faultOf(reference))).toEqual([])
    const explained = lines().flatMap(({ msg, fault }) => (msg === 'fault' ? [fault] : []))
    expect(references.filter((reference) => !explained.includes(faultOf(reference)))).toEqual([])
  })
  expect(text()).not.toMatch(/lindqvist|forged|\\u001b|\[31m/i)
  for (const secret of [PASSWORD, cookie, admin.email]) expect(text()).not.toContain(secret)
})

const failing = (message: string) => Object.assign(new Error(message), { code: 'P1001' })

plain('repeats of an error are counted, and reported once with the requests that met it', () => {
  const { log, lines } = watched()
  const error = failing('The database is away')
  for (let n = 1; n <= 30; n += 1)
    requestScope.run({ requestId: `request-${n}` }, () =>
      log.error({ err: error, path: `field${n}` }, 'fault'),
    )
  log.error({ err: failing('Another one') }, 'fault')
  expect(lines().map(({ requestId, err }) => [requestId, err.message])).toEqual([
    ['request-1', 'The database is away'],
    [undefined, 'Another one'],
  ])
  log.flushRepeats()
  const [first, , summary, ...further] = lines()
  expect(further).toEqual([])
  expect(summary).toMatchObject({ msg: 'fault', times: 29, fault: first.fault, err: { code: 'P1001' } })
  expect(summary.requestIds).toHaveLength(20)
  expect(summary.requestIds[0]).toBe('request-2')
  expect(summary.err.stack).toBeUndefined()

  log.flushRepeats()
  expect(lines()).toHaveLength(3)
  log.error({ err: error }, 'fault')
  expect(lines()).toHaveLength(4)
})

plain('an outage with 10,000 failed requests writes less than 20 kB', () => {
  const { log, text } = watched()
  const errors = Array.from({ length: 5 }, (_, n) => failing(`Query ${n} failed`))
  for (let n = 0; n < 10_000; n += 1)
    requestScope.run({ requestId: `request-${n}` }, () => log.error({ err: errors[n % 5] }, 'fault'))
  log.flushRepeats()
  expect(text().length).toBeLessThan(20_000)
  expect(text()).toContain('"times":1999')
})

plain('lines below a warning are never held back', () => {
  const { log, lines } = watched()
  for (let n = 0; n < 3; n += 1) log.info('request')
  expect(lines()).toHaveLength(3)
})

plain('what a library prints becomes a line of JSON without quoted values', () => {
  const { log, lines } = watched()
  const target = { ...console }
  logConsole(log, target)
  target.log('%s pages', 7)
  target.error('Cannot render the name "Lindqvist"')
  target.warn('about', new Error('It failed for "Lindqvist"'))
  expect(lines().map(({ level, text, err }) => [level, text ?? err.message])).toEqual([
    [30, '7 pages'],
    [50, 'Cannot render the name …'],
    [40, 'It failed for …'],
  ])
})

test('headers of an untrusted proxy are logged once, and administrators see it', async ({ clinic }) => {
  const { log, lines } = watched()
  const server = await openTestServer(clinic, { log })
  onTestFinished(server.close)
  const ask = async (role: 'admin' | 'staff', headers?: Record<string, string>) => {
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user({ role })).email)
    const query = '{ systemStatus { ignoresProxy } }'
    return (await visitor.call('POST', '/graphql', { query }, headers)).json
  }
  const answer = (ignoresProxy: boolean) => ({ data: { systemStatus: { ignoresProxy } } })
  clinic.instances.proxy.isIgnored = false
  const warnings = () => lines().filter(({ level }) => level === 40)
  expect(await ask('admin')).toEqual(answer(false))
  expect(warnings()).toEqual([])
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Forwarded-Proto'])
    expect(await ask('admin', { [name]: 'x' })).toEqual(answer(true))
  expect(await ask('staff')).toEqual(answer(false))
  expect(warnings().map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/TRUST_PROXY is off.*TRUST_PROXY=true/),
  ])
})
