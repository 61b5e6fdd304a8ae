import { expect, test } from 'vitest'
import { openTwilioServer } from '#tests/support/twilioServer.ts'

const message = { to: '+14155550132', text: 'Test Clinic: your appointment is on Jan 8.' }

test('a text message goes to Twilio from a number, or from a messaging service', async () => {
  const server = await openTwilioServer()
  await server.textsBy().send(message)
  const service = `MG${'3'.repeat(32)}`
  await server.textsBy({ from: service }).send(message)
  const sent = { To: '+14155550132', Body: message.text }
  expect(server.messages).toEqual([
    { ...sent, From: '+14155550100' },
    { ...sent, MessagingServiceSid: service },
  ])
  await server.textsBy().test()
})

test.for([
  [
    'a number that does not exist',
    400,
    21211,
    {
      ...{ isFinal: true, isOptOut: false },
      message: 'This is not a number that can receive text messages (error 21211)',
    },
  ],
  ['a patient who answered STOP', 400, 21610, { isFinal: true, isOptOut: true }],
  ['too many messages', 429, 20429, { isFinal: false, isOptOut: false }],
  [
    'a failure of Twilio',
    500,
    20500,
    { isFinal: false, isOptOut: false, message: 'Twilio refused the request (error 20500)' },
  ],
] as const)('%s is reported without the number', async ([, status, code, told]) => {
  const server = await openTwilioServer()
  server.refuseWith(status, code)
  const error = await server
    .textsBy()
    .send(message)
    .catch((one: unknown) => one as Error)
  expect(error).toMatchObject({ name: 'TextNotTaken', ...told })
  expect((error as Error).message).not.toContain('415555')
})

test('a wrong key or a server that cannot be reached is worth a retry', async () => {
  const server = await openTwilioServer()
  const wrongKey = server.textsBy({ keySecret: 'another' })
  await expect(wrongKey.send(message)).rejects.toMatchObject({ isFinal: false })
  await expect(wrongKey.test()).rejects.toThrow('error 20003')
  const nowhere = server.textsBy({ apiUrl: 'http://127.0.0.1:1' })
  await expect(nowhere.send(message)).rejects.toMatchObject({
    isFinal: false,
    message: 'Twilio cannot be reached',
  })
})
