import { inflateRawSync } from 'node:zlib'
import { PASSWORD } from '#tests/support/clinic.ts'
import { download, sha256, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** Reads the files of a zip by its central directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameSize, extraSize, noteSize, start] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const packed = zip.subarray(from, from + size)
    const name = zip.toString('utf8', at + 46, at + 46 + nameSize)
    files.set(name, zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed))
    at += 46 + nameSize + extraSize + noteSize
  }
  return files
}

test('an administrator confirms with the password, waits for the full export, and downloads it', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' })
  const other = await clinic.user({ role: 'admin' })
  await clinic.patient({ firstName: 'Maren', lastName: 'Okafor' })
  await signIn(admin)
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Export Data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Data' })
  const start = dialog.getByRole('button', { name: 'Export Data' })
  await clinic.db.$executeRaw`
    UPDATE sessions SET sess = sess || '{"provenAt": "2026-01-01T00:00:00.000Z"}' WHERE user_id = ${admin.id}::uuid`
  watch.allow(403, /^\/graphql$/)
  await start.click()
  const confirm = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await expect(confirm.getByLabel('Your Password')).toBeFocused()
  expect(await clinic.db.dataExport.count()).toBe(0)
  await confirm.getByLabel('Your Password').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  const line = dialog.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(line).toContainText('by Ada Moss')
  await expect(line).toContainText('Ready')
  const { content, name } = await download(page, line.getByRole('link', { name: 'Download' }))
  expect(name).toMatch(/\.zip$/)
  await expect(line, 'the dialog shows the hash of the file').toContainText(sha256(content))

  const files = unzip(content)
  const manifest = JSON.parse(String(files.get('manifest.json'))) as {
    tables: { files: { path: string; sha256: string }[] }[]
  }
  const told = manifest.tables.flatMap((table) => table.files)
  expect(told.length, 'the manifest lists every file except itself').toBe(files.size - 1)
  for (const { path, sha256: hash } of told)
    expect(sha256(files.get(path) ?? Buffer.alloc(0)), path).toBe(hash)
  expect(String(files.get('patients.csv'))).toContain('Okafor')
  expect(String(files.get('users.json')), 'passwords are not exported').not.toMatch(/argon2|passwordHash/)
  await expect
    .poll(() => clinic.db.alert.count({ where: { userId: other.id } }), {
      message: 'the other administrators are alerted',
    })
    .toBeGreaterThan(0)
})

test('other roles can neither request nor download the export', async ({ page, clinic, signIn, watch }) => {
  await signIn(await clinic.user())
  await visit(page, '/settings')
  await expect(page.getByRole('button', { name: 'Export Data' })).toHaveCount(0)
  watch.allow(403, /^\/api\/data-exports\//)
  await page.goto(`/api/data-exports/${crypto.randomUUID()}/file`)
})
