import { expect } from 'vitest'
import { setUpAuthenticator } from '#tests/support/authenticator.ts'
import { PASSWORD } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { routes } from './router.ts'

const at = (path: string) => path.replaceAll(/:\w+/g, '01a1fcf0-bbdc-730f-8d22-fb8393291341')

test('SPEC’s login call needs the code of an account with a second factor, and takes it as a further field', async ({
  clinic,
  server,
}) => {
  const user = await clinic.user()
  const { code, recoveryCodes } = await setUpAuthenticator(clinic, user)
  const visitor = server.visitor()
  const login = (more: object) =>
    visitor.call('POST', '/api/auth/login', { email: user.email, password: PASSWORD, ...more })
  const refused = await login({})
  expect(refused).toMatchObject({
    status: 401,
    json: { code: 'factor_required', how: ['code', 'recovery_code'], message: expect.any(String) },
  })
  expect(refused.headers.getSetCookie()).toEqual([])
  const mutation = `mutation { signIn(input: { email: "${user.email}", password: "${PASSWORD}" }) { message } }`
  expect(await visitor.graphql(mutation)).toMatchObject({
    status: 401,
    errors: [{ extensions: { code: 'factor_required', how: ['code', 'recovery_code'] } }],
  })
  expect((await visitor.call('GET', '/api/auth/user')).status).toBe(401)

  const wrong = await login({ code: '000000' })
  expect(wrong).toMatchObject({
    status: 401,
    json: { code: 'unauthenticated', fields: { code: expect.any(String) } },
  })
  expect(await login({ code: '12' })).toMatchObject({
    status: 400,
    json: { fields: { code: expect.any(String) } },
  })
  expect(await login({ code: code() })).toMatchObject({ status: 200, json: { message: 'Login successful' } })
  expect((await visitor.call('GET', '/api/auth/user')).status).toBe(200)
  expect((await login({ recoveryCode: recoveryCodes[0] })).status).toBe(200)
  expect((await login({ recoveryCode: recoveryCodes[0] })).status).toBe(401)
})

test('a user without a required second factor can use only the session calls until there is one', async ({
  clinic,
  server,
}) => {
  const user = await clinic.user({ role: 'admin', factorGraceFrom: null })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  const closed = routes.filter(({ path }) => !/^\/api\/(auth|debug)\//.test(path))
  expect(closed.length).toBeGreaterThan(20)
  for (const { method, path } of closed)
    expect((await visitor.call(method, at(path))).status, `${method} ${path}`).toBe(403)
  expect(await visitor.graphql('{ patients { totalCount } }')).toMatchObject({
    errors: [{ extensions: { code: 'forbidden' } }],
  })
  expect(await visitor.ask('{ me { mustAddFactor } }')).toEqual({ me: { mustAddFactor: true } })
  const { code } = await setUpAuthenticator(clinic, user)
  await visitor.call('POST', '/api/auth/login', { email: user.email, password: PASSWORD, code: code() })
  expect((await visitor.call('GET', '/api/users')).status).toBe(200)
})

test('a stale session gets 403 with how to confirm, and goes on after it', async ({ clinic, server }) => {
  const user = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  clinic.now = new Date(clinic.now.getTime() + 11 * 60_000)
  const edit = () => visitor.graphql('mutation { editClinicSettings(input: { remindersMax: 4 }) { set } }')
  expect(await edit()).toMatchObject({
    status: 403,
    errors: [{ extensions: { code: 'step_up_required', how: ['password'] } }],
  })
  await visitor.ask('mutation ($input: StepUpInput!) { stepUp(input: $input) }', {
    input: { password: PASSWORD },
  })
  expect(await edit()).toMatchObject({ status: 200, data: { editClinicSettings: { set: ['remindersMax'] } } })
})
