import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { listen, stopAccepting } from './ports.ts'

const client = `
  const sent = require('node:http').request({ port: process.argv[1], method: 'POST', agent: false }, (answer) => {
    process.stdout.write(String(answer.statusCode))
  })
  sent.on('error', ({ code }) => process.stdout.write(code))
  sent.on('socket', (socket) => socket.on('connect', () => require('node:fs').writeFileSync(process.argv[2], '')))
  process.stdin.once('data', () => sent.end('x'))
  process.stdin.unref()
  process.stdout.write('ready ')
`

test('a request that has connected while the server was busy is answered, although the port closes', async () => {
  const server = createServer((_request, response) => response.end())
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  const isConnected = join(temporaryFolder(), 'connected')
  const { stdin, stdout } = spawn(process.execPath, ['-e', client, String(port), isConnected])
  const answer = text(stdout)
  let isClosed: Promise<void> | undefined
  stdout.once('data', () => {
    stdin.write('go')
    // Nothing is accepted in this time, so the connection waits in the system.
    while (!existsSync(isConnected));
    isClosed = stopAccepting(server)
  })
  expect(await answer).toBe('ready 200')
  await isClosed
})
