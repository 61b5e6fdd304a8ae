import { describe, expect, onTestFinished, test as plain } from 'vitest'
import { logSparingly, makeLog } from '#app/log.ts'
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
  const server = await openTestServer(clinic, { log })
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
    const told = lines().map(({ requestId }) => requestId)
    expect(references.filter((reference) => !told.includes(reference))).toEqual([])
  })
  expect(text()).not.toMatch(/lindqvist|forged|\\u001b|\[31m/i)
  for (const secret of [PASSWORD, cookie, admin.email]) expect(text()).not.toContain(secret)
})

plain(
  'a warning that anyone can cause is logged once a minute for each reason, with how often it came',
  () => {
    const { log, lines } = watched()
    let now = 0
    const warn = logSparingly(log, () => now)
    for (; now < 60_000; now += 10_000) warn('cut off')
    warn('refused')
    warn('cut off')
    expect(lines().map(({ msg, times }) => [msg, times])).toEqual([
      ['cut off', 1],
      ['refused', 1],
      ['cut off', 6],
    ])
  },
)

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
  expect(await ask('admin')).toEqual(answer(false))
  expect(lines()).toEqual([])
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Forwarded-Proto'])
    expect(await ask('admin', { [name]: 'x' })).toEqual(answer(true))
  expect(await ask('staff')).toEqual(answer(false))
  expect(lines().map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/TRUST_PROXY is off.*TRUST_PROXY=true/),
  ])
})
