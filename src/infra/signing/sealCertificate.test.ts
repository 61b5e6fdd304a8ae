import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOpenSsl3 } from '#tests/support/openssl.ts'
import { quickSeal, rsaSeal } from '#tests/support/seal.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { crossSign, vouchedFor } from './sealCertificate.ts'

const now = new Date('2026-01-05T15:00:00Z')

test('a seal vouches for the next one, of either kind of key, and that one for the one after', async () => {
  const [first, second, third] = [await rsaSeal('First'), await quickSeal(), await rsaSeal('Third')]
  const toSecond = await crossSign(first, second.chain[0], now)
  const toThird = await crossSign(second, third.chain[0], now)
  if (!toSecond || !toThird) throw new Error('Not signed')
  expect(toSecond).toMatchObject({
    subject: second.chain[0].subject,
    issuer: first.chain[0].subject,
    validFromDate: now,
    ca: false,
  })
  expect(toSecond.validToDate, 'as long as both').toEqual(
    new Date(Math.min(...[first, second].map(({ chain }) => chain[0].validToDate.getTime()))),
  )
  expect(toSecond.publicKey.equals(second.chain[0].publicKey)).toBe(true)
  expect(vouchedFor([first.chain[0], toThird, toSecond]), 'in any order').toEqual([
    first.chain[0],
    toSecond,
    toThird,
  ])
  const stranger = await rsaSeal('First')
  expect(vouchedFor([stranger.chain[0], toSecond, toThird]), 'the same name, another key').toEqual([
    stranger.chain[0],
  ])
  expect(vouchedFor([first.chain[0], toThird]), 'a link is missing').toEqual([first.chain[0]])
})

test('an expired seal vouches for none', async () => {
  const [old, next] = [await rsaSeal('Old', new Date('2010-01-01')), await quickSeal()]
  expect(await crossSign(old, next.chain[0], now)).toBeNull()
})

/** The commands that docs/evidence.md gives. */
function documented(): string {
  const guide = readFileSync(new URL('../../../docs/evidence.md', import.meta.url), 'utf8')
  const [, commands] = /### After a new seal\n.*?With OpenSSL alone:\n\n```sh\n(.*?)```/s.exec(guide) ?? []
  if (!commands) throw new Error('docs/evidence.md has no such commands')
  return commands
}

test.runIf(isOpenSsl3)('openssl alone checks a cross-signed certificate', async () => {
  const [old, next, stranger] = [await rsaSeal('Old'), await quickSeal(), await rsaSeal('Old')]
  const folder = temporaryFolder()
  const check = () =>
    execFileSync('sh', ['-ec', documented()], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  writeFileSync(join(folder, 'old.pem'), String(old.chain[0]))
  writeFileSync(join(folder, 'cross-signed.pem'), String(await crossSign(old, next.chain[0], now)))
  const newKey = next.chain[0].publicKey.export({ format: 'pem', type: 'spki' })
  expect(check()).toBe(`Verified OK\n${newKey}`)
  writeFileSync(join(folder, 'cross-signed.pem'), String(await crossSign(stranger, next.chain[0], now)))
  expect(check).toThrow()
})
