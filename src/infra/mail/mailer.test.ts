import { expect, test } from 'vitest'
import { openMailServer } from '#tests/support/mailServer.ts'
import { MailNotTaken, makeMailer } from './mailer.ts'
import { readMailServer, readSender } from './mailSettings.ts'

const mailerTo = (url: string, from = 'clinic@example.test') => {
  const server = readMailServer(url)
  const sender = readSender(from)
  if (!server || !sender) throw new Error('not accepted by the settings')
  return makeMailer({ ...server, from: sender })
}

const email = {
  fromName: 'Harbor Street Clinic',
  to: 'maren@example.test',
  subject: 'Please sign',
  text: 'Open the link.',
  html: '<p>Open the link.</p>',
  messageId: '<one@clinic.test>',
}

test('an e-mail arrives as text and HTML, from the clinic, marked as automatic', async () => {
  const server = await openMailServer()
  await mailerTo(server.url).send(email)
  const [arrived] = server.letters
  expect(arrived).toMatchObject({
    from: { name: 'Harbor Street Clinic', address: 'clinic@example.test' },
    to: [{ address: 'maren@example.test' }],
    subject: 'Please sign',
    text: 'Open the link.\n',
    messageId: '<one@clinic.test>',
  })
  expect(arrived?.html).toContain('<p>Open the link.</p>')
  expect(arrived?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
})

test('no input becomes a header, a second address or a second e-mail', async () => {
  const server = await openMailServer()
  const injected = 'x\r\nBcc: all@example.test\r\n\r\n.\r\nMAIL FROM:<other@example.test>'
  await mailerTo(server.url).send({ ...email, subject: injected, fromName: injected })
  expect(server.letters).toHaveLength(1)
  expect(server.letters[0]).toMatchObject({ to: [{ address: 'maren@example.test' }] })
  expect(server.letters[0]?.bcc ?? []).toEqual([])
  expect(server.letters[0]?.source).not.toMatch(/^Bcc:/m)
  for (const to of [
    'maren@example.test, all@example.test',
    'maren@example.test\r\nBcc: all@example.test',
    '<maren@example.test>',
    'Maren <maren@example.test>',
    'a@b@example.test',
  ])
    await expect(mailerTo(server.url).send({ ...email, to })).rejects.toMatchObject({ isFinal: true })
  expect(server.letters).toHaveLength(1)
})

test.each([
  { code: 450, at: 'RCPT', isFinal: false },
  { code: 550, at: 'RCPT', isFinal: true },
  { code: 451, at: 'DATA', isFinal: false },
  { code: 554, at: 'DATA', isFinal: true },
] as const)('$code at $at is final: $isFinal', async ({ isFinal, ...refusal }) => {
  const server = await openMailServer()
  server.refusal = refusal
  const refused = mailerTo(server.url).send(email)
  await expect(refused).rejects.toBeInstanceOf(MailNotTaken)
  await expect(refused).rejects.toMatchObject({ isFinal, message: expect.stringContaining('not now') })
})

test('an unreachable server or a wrong password is a temporary failure', async () => {
  const server = await openMailServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, answer) =>
      answer(Object.assign(new Error('no such user'), { responseCode: 535 })),
  })
  const signedIn = server.url.replace('://', '://clinic:wrong@')
  await expect(mailerTo(signedIn).send(email)).rejects.toMatchObject({ isFinal: false })
  await expect(mailerTo(signedIn).test()).rejects.toMatchObject({ isFinal: false })
  await server.stop()
  await expect(mailerTo(server.url).send(email)).rejects.toMatchObject({ isFinal: false })
})

test('a server with an untrusted certificate gets no e-mail', async () => {
  const server = await openMailServer({ secure: true })
  const secure = mailerTo(server.url.replace('smtp:', 'smtps:'))
  await expect(secure.send(email)).rejects.toMatchObject({
    isFinal: false,
    message: expect.stringMatching(/certificate/i),
  })
  expect(server.letters).toEqual([])
})

test('the URL of the mail server is parsed completely or rejected', () => {
  expect(readMailServer('smtps://me%40example.org:p%2Fw@mail.example.org')).toEqual({
    host: 'mail.example.org',
    port: 465,
    isSecure: true,
    isLocal: false,
    user: { name: 'me@example.org', password: 'p/w' },
  })
  expect(readMailServer('smtp://mail.example.org')).toMatchObject({ port: 587, isSecure: false, user: null })
  for (const bad of [
    'mail.example.org',
    'https://mail.example.org',
    'smtp://a/b',
    'smtp://a?tls=no',
    'smtp://',
  ])
    expect(readMailServer(bad), bad).toBeNull()
})

test('the sender is an address with an optional name', () => {
  expect(readSender('clinic@example.org')).toEqual({ name: null, address: 'clinic@example.org' })
  expect(readSender('"Harbor, Street" <clinic@example.org>')).toEqual({
    name: 'Harbor, Street',
    address: 'clinic@example.org',
  })
  for (const bad of ['clinic', 'a@b', 'a@example.org, b@example.org', 'A\r\nBcc: b <a@example.org>'])
    expect(readSender(bad), bad).toBeNull()
})
