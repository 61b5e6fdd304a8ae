import { expect } from 'vitest'
import { revokeConsent } from '#operations/consent/revokeConsent.ts'
import { test } from '#tests/support/test.ts'

const graphqlErrors = (answer: { json: unknown }) =>
  (answer.json as { errors?: { extensions: { code: string } }[] }).errors?.map(
    ({ extensions: { code } }) => code,
  )

test('an attorney can ask for a signature, but sees no link, hands over no device and cannot ask after a revocation', async ({
  clinic,
  server,
}) => {
  const rae = await clinic.user({ role: 'attorney' })
  const [asked, requested, revoked] = [
    await clinic.patient({ assignedAttorneyId: rae.id }),
    await clinic.patient({ assignedAttorneyId: rae.id }),
    await clinic.patient({
      ...{ assignedAttorneyId: rae.id, status: 'consent_signed' },
      consentSignedAt: clinic.now,
    }),
  ]
  const staff = clinic.as(await clinic.user())
  await revokeConsent(staff, { patientId: revoked.id, reason: 'Took it back by phone' })
  const visitor = server.visitor()
  await visitor.signIn(rae.email)
  const mutation = (field: string, type: string, patientId: string, fields = '{ id }') =>
    visitor.call('POST', '/graphql', {
      query: `mutation Ask($input: ${type}!) { ${field}(input: $input) ${fields} }`,
      variables: { input: { patientId } },
    })

  const sent = await visitor.call('POST', `/api/patients/${asked.id}/send-consent`, {})
  expect(sent.status).toBe(200)
  expect(
    graphqlErrors(await mutation('requestAuthorization', 'SendConsentInput', requested.id)),
  ).toBeUndefined()
  const requests = await clinic.db.consentRequest.findMany({ where: { state: 'sent' } })
  expect(requests).toHaveLength(2)
  const secrets = requests.map(
    ({ idempotencyKey }) => clinic.instances.signing.of('built_in').linkSecret(idempotencyKey) ?? '',
  )
  const seen = JSON.stringify([
    sent.json,
    (await visitor.call('GET', '/api/patients')).json,
    (await visitor.call('GET', `/api/patients/${asked.id}`)).json,
  ])
  for (const secret of secrets) expect(seen).not.toContain(secret)

  for (const { id } of [asked, requested, revoked]) {
    expect(graphqlErrors(await mutation('showSigningLink', 'PatientIdInput', id, '{ path }'))).toEqual([
      'forbidden',
    ])
    expect(graphqlErrors(await mutation('signHere', 'PatientIdInput', id, '{ __typename }'))).toEqual([
      'forbidden',
    ])
  }

  for (const field of ['sendConsent', 'requestAuthorization'])
    expect(graphqlErrors(await mutation(field, 'SendConsentInput', revoked.id)), field).toEqual(['conflict'])
  expect((await visitor.call('POST', `/api/patients/${revoked.id}/send-consent`, {})).status).toBe(409)
  expect(await clinic.db.consentRequest.count({ where: { patientId: revoked.id } })).toBe(0)
})
