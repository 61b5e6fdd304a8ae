import { expect, test } from 'vitest'
import { callerOf } from '#http/caller.ts'
import { readTrustedProxies } from '#infra/proxySettings.ts'

/** The caller's address with this setting, connecting address and X-Forwarded-For. */
function addressOf(setting: string, remoteAddress: string, forwarded: string | string[] | undefined) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded as string }
  const trustProxy = readTrustedProxies(setting)
  if (trustProxy === null) throw new Error(`${setting} is invalid`)
  return callerOf({ headers, socket: { remoteAddress } }, { trustProxy }).ipAddress
}

const client = '198.51.100.7'
const spoofed = '203.0.113.9'
const inner = '10.0.0.2'
const outer = '10.0.0.1'

test.each([
  ['false', inner, `${spoofed}, ${client}`, inner],
  ['true', inner, `${spoofed}, ${client}`, client],
  ['1', inner, `${spoofed}, ${client}`, client],
  ['2', inner, `${spoofed}, ${client}, ${outer}`, client],
  ['2', inner, client, client],
  ['1', inner, undefined, inner],
  ['10.0.0.0/8', inner, `${spoofed}, ${client}`, client],
  ['10.0.0.0/8', inner, `${spoofed}, ${client}, ${outer}`, client],
  ['10.0.0.1,10.0.0.2', inner, `${spoofed}, ${client}, ${outer}`, client],
  ['10.0.0.2', inner, `${spoofed}, ${client}, ${outer}`, outer],
  ['10.0.0.0/8', client, spoofed, client],
  ['10.0.0.0/8', inner, `${spoofed}, 10.9.9.9, ${client}`, client],
  ['10.0.0.0/8', `::ffff:${inner}`, `${spoofed}, ${client}`, client],
  ['2001:db8::/32', '2001:db8::2', `${spoofed}, 2001:db9::7`, '2001:db9::7'],
  ['true', inner, `${spoofed}, ${client}:4711`, client],
  ['true', inner, '[2001:db8::7]:4711', '2001:db8::7'],
  ['true', inner, `${spoofed}, <script>`, inner],
  ['2', inner, `<script>, ${client}`, client],
])(
  'TRUST_PROXY=%s, a connection from %s and X-Forwarded-For %s: %s',
  (setting, from, forwarded, expected) => {
    expect(addressOf(setting, from, forwarded)).toBe(expected)
  },
)

test('X-Forwarded-For may come in several headers', () => {
  expect(addressOf('true', inner, [spoofed, client])).toBe(client)
  expect(addressOf('2', inner, [`${spoofed}, ${client}`, outer])).toBe(client)
})

test.each([
  'perhaps',
  '0',
  '11',
  '-1',
  '1.5',
  '10.0.0.0/33',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1,',
  'proxy.example',
])('TRUST_PROXY=%s is invalid', (setting) => {
  expect(readTrustedProxies(setting)).toBeNull()
})
