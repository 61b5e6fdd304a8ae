import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOpenSsl3 } from '#tests/support/openssl.ts'
import { quickSeal } from '#tests/support/seal.ts'
import { signedWith } from '#tests/support/signedForms.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { checkSeal } from '../signing/sealCheck.ts'
import { makeStampSeal } from '../signing/sealStamp.ts'
import { demoTimeStampRoots, makeDemoTimeStamps } from './demoTimeStamps.ts'

const AT = new Date('2026-11-27T12:00:00Z')
const text = Buffer.from('a tree head')

function newFolder(): string {
  const folder = temporaryFolder()
  return folder
}

test('the demo stamps with a service that says what it is, and its stamps verify after a restart', async () => {
  const dataDir = newFolder()
  expect(demoTimeStampRoots(dataDir)).toEqual([])
  const [service] = (await makeDemoTimeStamps(dataDir, () => AT)).services
  expect(service?.name).toBe('demo service on this server')
  const stamp = await service?.stamp(text)
  expect(stamp?.at).toEqual(AT)
  const restarted = await makeDemoTimeStamps(dataDir, () => AT)
  expect(await restarted.timeOf(stamp?.response ?? Buffer.alloc(0), text)).toEqual(AT)
  const elsewhere = await makeDemoTimeStamps(newFolder(), () => AT)
  await expect(elsewhere.timeOf(stamp?.response ?? Buffer.alloc(0), text)).rejects.toThrow('does not vouch')
})

test('a form of the demo has a time stamp that the demo verifies', async () => {
  const dataDir = newFolder()
  const timeStamps = await makeDemoTimeStamps(dataDir, () => AT)
  const { content } = await signedWith(await quickSeal(), { stampSeal: makeStampSeal(timeStamps, () => {}) })
  expect(await checkSeal(content, demoTimeStampRoots(dataDir))).toMatchObject({
    stamp: { state: 'valid', at: AT, service: 'CN=Caseload demo time stamps' },
    isOurForm: true,
  })
})

test.runIf(isOpenSsl3)('OpenSSL verifies a stamp of the demo', async () => {
  const folder = newFolder()
  const { services, roots } = await makeDemoTimeStamps(folder, () => new Date())
  const stamp = await services[0]?.stamp(text)
  writeFileSync(join(folder, 'stamp.tsr'), stamp?.response ?? '')
  writeFileSync(join(folder, 'text'), text)
  writeFileSync(join(folder, 'roots.pem'), roots.join(''))
  const words = 'ts -verify -data text -in stamp.tsr -CAfile roots.pem'
  const { status, stderr } = spawnSync('openssl', words.split(' '), { cwd: folder })
  expect(stderr.toString()).not.toContain('rror')
  expect(status).toBe(0)
})
