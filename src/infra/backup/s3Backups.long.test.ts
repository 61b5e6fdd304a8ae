import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { notFromS3, openTestS3 } from '#tests/support/s3Server.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { fileAt, newestBackup, placeAt, removeOldBackups } from './openBackupPlace.ts'
import { s3Place } from './s3Backups.ts'

const never = new AbortController().signal
const now = new Date('2026-01-05T15:00:00Z')

async function openBucket() {
  const server = await openTestS3()
  return { ...server, place: s3Place(server.settings) }
}

async function* pieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 1_000_000) yield content.subarray(at, at + 1_000_000)
}

// More than one part and more than two pieces.
const content = randomBytes(20_000_001)

test('a backup in a bucket has the same bytes as written, and is never overwritten', async () => {
  const { place, objects, halves, settings } = await openBucket()
  const file = await place.newFile(now)
  const path = 's3://records/clinic/records/caseload-2026-01-05T15-00-00Z.backup'
  expect(file.path).toBe(path)
  expect(await file.write(pieces(content), never)).toBe(content.length)
  expect([...objects.keys()]).toEqual(['clinic/records/caseload-2026-01-05T15-00-00Z.backup'])
  expect(halves.size).toBe(0)
  const named = fileAt(path, settings)
  expect(await named.size()).toBe(content.length)
  for (const from of [0, 10_000_000])
    expect(Buffer.concat(await Array.fromAsync(named.read(from))).equals(content.subarray(from))).toBe(true)
  await expect(file.write(pieces(content), never)).rejects.toThrow(`${path} is there already`)
  await file.remove()
  await expect(named.size()).rejects.toMatchObject({
    name: 'BackupProblem',
    message: `There is no file ${path}`,
  })
})

test('a backup that fails or is cancelled leaves nothing', async () => {
  const { place, objects, halves } = await openBucket()
  async function* failing() {
    yield* pieces(content)
    throw new Error('PostgreSQL is gone')
  }
  const file = await place.newFile(now)
  await expect(file.write(failing(), never)).rejects.toThrow('PostgreSQL is gone')
  const cancel = new AbortController()
  async function* endless() {
    for (;;) {
      yield* pieces(content)
      cancel.abort(new Error('enough'))
    }
  }
  await expect(file.write(endless(), cancel.signal)).rejects.toThrow('enough')
  expect([objects.size, halves.size]).toEqual([0, 0])
})

test('a piece that breaks off is read again, and a bucket that refuses is named', async () => {
  const { place, contract } = await openBucket()
  const file = await place.newFile(now)
  await file.write(pieces(content), never)
  let cuts = 0
  contract.spoil = ({ range }) => {
    if (!range?.startsWith('bytes=8388608-') || cuts === 2) return undefined
    cuts += 1
    return 'cut'
  }
  expect(Buffer.concat(await Array.fromAsync(file.read(0))).equals(content)).toBe(true)
  expect(cuts).toBe(2)
  contract.spoil = () => 403
  const refused = { name: 'BackupProblem', message: expect.stringMatching(/^The bucket records answered /) }
  await expect(file.size()).rejects.toMatchObject(refused)
  await expect(place.backups()).rejects.toMatchObject(refused)
  await expect(file.write(pieces(content), never)).rejects.toMatchObject(refused)
})

test.for(notFromS3)('an answer that is %s is neither a stored backup nor a list', async ([, answer]) => {
  const { place, contract, seen } = await openBucket()
  const file = await place.newFile(now)
  // As before a first backup: the file is not there yet, and then another server answers.
  contract.spoil = ({ method }) => (method === 'HEAD' ? 404 : answer)
  for (const size of [1000, content.length])
    await expect(file.write(pieces(content.subarray(0, size)), never)).rejects.toThrow(/^The bucket records /)
  await expect(place.backups()).rejects.toThrow(/^The bucket records /)
  expect(seen.length).toBeLessThan(50)
})

test('the newest backup is found, and only old ones of this clinic are removed', async () => {
  const { place, objects, settings } = await openBucket()
  const others = ['clinic/records/notes.txt', 'other/caseload-2025-01-01T03-15-00Z.backup']
  for (const key of others) objects.set(key, { content: Buffer.alloc(1), at: now })
  await expect(newestBackup(place)).rejects.toThrow('There is no backup in s3://records/clinic/records/')
  for (const day of ['2025-11-01', '2025-12-30', '2025-11-02', '2026-01-04'])
    await (await place.newFile(new Date(`${day}T03:15:00Z`))).write(pieces(Buffer.alloc(10)), never)
  const sameFolder = placeAt('s3://records/clinic/records', settings)
  expect((await newestBackup(sameFolder)).path).toMatch(/2026-01-04/)
  const removed = await removeOldBackups(place, 31, now)
  expect(removed).toEqual([
    's3://records/clinic/records/caseload-2025-11-01T03-15-00Z.backup',
    's3://records/clinic/records/caseload-2025-11-02T03-15-00Z.backup',
  ])
  expect([...objects.keys()]).toEqual(expect.arrayContaining(others))
  expect(objects.size).toBe(4)
})

test('the next backup removes what a killed one left, but no upload of another program', async () => {
  const { place, halves } = await openBucket()
  const old = new Date(Date.now() - 2 * 86_400_000)
  const left = (key: string, at: Date) => ({ key: `clinic/records/${key}`, parts: new Map(), at })
  halves.set('killed', left('caseload-2026-01-01T03-15-00Z.backup', old))
  halves.set('running', left('caseload-2026-01-02T03-15-00Z.backup', new Date()))
  halves.set('foreign', left('film.mp4', old))
  halves.set('killed file', left(`files/age1abc/${'ab'.repeat(16)}`, old))
  await place.newFile(now)
  expect([...halves.keys()]).toEqual(['running', 'foreign'])
})

test('a profile gives a bucket its own credentials', async () => {
  const { settings } = await openBucket()
  const file = join(temporaryFolder(), 'credentials')
  const profile = (name: string, id: string) =>
    `[${name}]\naws_access_key_id = ${id}\naws_secret_access_key = secret\n`
  writeFileSync(file, profile('default', 'other-key') + profile('backups', 'test-key'))
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'other-key')
  await expect(s3Place(settings).backups()).rejects.toThrow(/^The bucket records answered 403 AccessDenied: /)
  expect(await s3Place({ ...settings, profile: 'backups' }).backups()).toEqual([])
  await expect(s3Place({ ...settings, profile: 'missing' }).backups()).rejects.toThrow(
    'The bucket records cannot be used: Could not load credentials',
  )
})
