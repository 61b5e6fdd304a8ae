import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { hasHungUp } from './hungUp.ts'

const request = (destroyed: boolean) => ({ socket: { destroyed } }) as IncomingMessage

test.each(['ECONNRESET', 'ECANCELED', 'EPIPE'])('%s on a closed socket is a caller who has gone', (code) => {
  expect(hasHungUp(request(true), { code })).toBe(true)
  expect(hasHungUp(request(false), { code })).toBe(false)
})

test('another error on a closed socket is an internal error', () => {
  expect(hasHungUp(request(true), { code: 'ENOENT' })).toBe(false)
})
