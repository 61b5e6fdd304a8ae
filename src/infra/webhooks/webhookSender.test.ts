import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { quickSeal } from '#tests/support/seal.ts'
import { openReceiver } from '#tests/support/webhooks.ts'
import { makeWebhookSender } from './webhookSender.ts'

const message = { id: 'msg_1', body: '{}', at: new Date(), secrets: ['whsec_c2VjcmV0'] }
const PRIVATE = expect.stringContaining('private network')

test('a host that leads to a private network when the message is sent gets none', async () => {
  const receiver = await openReceiver()
  const port = receiver.host.split(':')[1]
  const sender = makeWebhookSender([])
  // `localhost` needs a lookup, like a name that changed its address after the webhook was added.
  for (const host of [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0x7f.1',
    '2130706433',
    '0.0.0.0',
  ])
    expect(await sender.send(`https://${host}:${port}/`, message), host).toMatchObject({ problem: PRIVATE })
  expect(await sender.send(`http://${receiver.host}/`, message)).toMatchObject({ problem: PRIVATE })
  expect(receiver.received).toEqual([])
})

test('only the exact host and port of the setting are allowed', async () => {
  const receiver = await openReceiver()
  const sender = makeWebhookSender([receiver.host])
  expect(await sender.send(receiver.url, message)).toMatchObject({ status: 204, problem: null })
  expect(await sender.refusalOf(receiver.url)).toBeNull()
  expect(await sender.refusalOf('https://127.0.0.1:1/')).toEqual(PRIVATE)
  expect(await sender.refusalOf('http://192.0.2.7/')).toContain('begins with https://')
  expect(await sender.refusalOf('https://no-such-host.invalid/')).toBe('This host was not found')
})

test('an address of any other kind than public is refused', async () => {
  const sender = makeWebhookSender([])
  for (const address of [
    ...[
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['[fd00::1]', '[fe80::1]', '[64:ff9b::a00:1]', '[2002:a00:1::]', '[ff02::1]', '[::]'],
  ])
    expect(await sender.refusalOf(`https://${address}/`), address).toEqual(PRIVATE)
  expect(await sender.refusalOf('https://8.8.8.8/')).toBeNull()
  expect(await sender.refusalOf('https://[2606:4700::1111]/')).toBeNull()
})

test('a receiver that does not answer is left after a time', async () => {
  const receiver = await openReceiver()
  receiver.answers(() => {})
  const sender = makeWebhookSender([receiver.host], 0.2)
  expect(await sender.send(receiver.url, message)).toMatchObject({
    status: null,
    problem: 'It did not answer within 0.2 seconds',
  })
})

test('an answer without end is not read', async () => {
  const receiver = await openReceiver()
  let hungUp = false
  receiver.answers((res) => {
    res.writeHead(200)
    const timer = setInterval(() => res.write('x'.repeat(65_536)), 1)
    res.on('close', () => {
      hungUp = true
      clearInterval(timer)
    })
  })
  const result = await makeWebhookSender([receiver.host]).send(receiver.url, message)
  expect(result).toMatchObject({ status: 200, problem: null })
  await expect.poll(() => hungUp).toBe(true)
})

test('an untrusted certificate is refused', async () => {
  const { key, chain } = await quickSeal()
  const pem = key.export({ type: 'pkcs8', format: 'pem' })
  const server = createServer({ key: pem, cert: chain[0].toString() }, (_req, res) => res.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { problem } = await makeWebhookSender([host]).send(`https://${host}/`, message)
  expect(problem).toMatch(/^Its certificate is not valid \(/)
})
