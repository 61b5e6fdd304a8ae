import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
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

/** As docs/evidence.md has them. */
const commands = `
openssl x509 -in old.pem -noout -pubkey > old.pub
openssl x509 -in cross-signed.pem -outform der -out cross-signed.der
openssl asn1parse -inform der -in cross-signed.der -strparse 4 -noout -out content
last=$(openssl asn1parse -inform der -in cross-signed.der | tail -n 1 | cut -d : -f 1)
openssl asn1parse -inform der -in cross-signed.der -strparse $last -noout -out signature
openssl dgst -sha256 -verify old.pub -signature signature content
`

test.runIf(isOpenSsl3)('openssl alone checks a cross-signed certificate', async () => {
  const [old, next, stranger] = [await rsaSeal('Old'), await quickSeal(), await rsaSeal('Old')]
  const folder = temporaryFolder()
  const check = () => execFileSync('sh', ['-c', commands], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  writeFileSync(join(folder, 'old.pem'), String(old.chain[0]))
  writeFileSync(join(folder, 'cross-signed.pem'), String(await crossSign(old, next.chain[0], now)))
  expect(check()).toBe('Verified OK\n')
  writeFileSync(join(folder, 'cross-signed.pem'), String(await crossSign(stranger, next.chain[0], now)))
  expect(check).toThrow()
})
