import { expect } from 'vitest'
import { addPasskey } from '#operations/passkeys/addPasskey.ts'
import { startPasskey } from '#operations/passkeys/startPasskey.ts'
import { PASSWORD } from '#tests/support/clinic.ts'
import { makePasskeyDevice } from '#tests/support/passkeyDevice.ts'
import { test } from '#tests/support/test.ts'

test('REST and GraphQL take a passkey alone, or after the password', async ({ clinic, server }) => {
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const device = makePasskeyDevice()
  const started = await startPasskey(clinic.as(user), {})
  await addPasskey(clinic.as(user), {
    ...{ challengeId: started.challengeId, response: device.create(started.options), name: 'Laptop' },
  })
  const login = { email: user.email, password: PASSWORD }

  const byRest = server.visitor()
  const refused = await byRest.call('POST', '/api/auth/login', login)
  expect([refused.status, refused.json]).toMatchObject([
    401,
    { code: 'factor_required', how: ['passkey', 'recovery_code'] },
  ])
  const challenge = async () => {
    const { json } = await byRest.call('POST', '/api/auth/passkey/challenge', {})
    const { challengeId, options } = json as { challengeId: string; options: string }
    return { challengeId, response: device.answer(options) }
  }
  const proof = await challenge()
  expect((await byRest.call('POST', '/api/auth/passkey', { ...proof, response: '{}' })).status).toBe(401)
  expect((await byRest.call('POST', '/api/auth/passkey', proof)).status).toBe(409)
  expect((await byRest.call('POST', '/api/auth/passkey', await challenge())).status).toBe(200)
  expect((await byRest.call('GET', '/api/auth/user')).json).toMatchObject({ email: user.email })

  const byGraphql = server.visitor()
  const { startPasskeyProof } = await byGraphql.ask<{ startPasskeyProof: typeof started }>(
    'mutation { startPasskeyProof { challengeId options } }',
  )
  const passkey = {
    challengeId: startPasskeyProof.challengeId,
    response: device.answer(startPasskeyProof.options),
  }
  await byGraphql.ask('mutation($input: SignInInput!) { signIn(input: $input) { message } }', {
    input: { ...login, passkey },
  })
  expect((await byGraphql.ask<{ me: { email: string } }>('{ me { email } }')).me.email).toBe(user.email)
})
