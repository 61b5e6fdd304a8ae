import { accountingPath } from '#domain/access/screens.ts'
import { PASSWORD } from '#tests/support/clinic.ts'
import { sample, storedRecord } from '#tests/support/recordFiles.ts'
import { unzip } from '#tests/support/unzip.ts'
import { download, sha256, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

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

test('an administrator exports the documents of all charts', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const { id: patientId } = await clinic.patient({ firstName: 'Maren', lastName: 'Okafor' })
  await storedRecord(
    clinic,
    { patientId, uploadedById: admin.id, fileName: 'mri.pdf' },
    sample('rotation.pdf'),
  )
  await signIn(admin)
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Export Documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Documents' })
  await dialog.getByRole('button', { name: 'Export Documents' }).click()
  const line = dialog.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(line).toContainText('available until')
  const { content, name } = await download(page, line.getByRole('link', { name: 'Download' }))
  expect(name).toMatch(/^caseload-documents-.*\.zip$/)
  await expect(line).toContainText(sha256(content))
  const files = unzip(content)
  expect(files.get(`Okafor, Maren ${patientId}/Records/mri.pdf`)).toEqual(sample('rotation.pdf'))
})

test('an administrator exports the evidence about a patient for a court, which the accounting then names', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { id } = await clinic.patient({ firstName: 'Maren', lastName: 'Okafor' })
  await signIn(await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' }))
  await visit(page, `/patients?patient=${id}&tab=disclosures`)
  await page.getByRole('button', { name: 'Export Evidence' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Evidence' })
  const start = dialog.getByRole('button', { name: 'Export Evidence' })
  await dialog.getByRole('textbox', { name: /^Recipient/ }).fill('Superior Court')
  await dialog.getByLabel('Purpose').fill('Answer to a subpoena')
  await start.click()
  await expect(dialog.getByText('Enter the document or number that proves this basis')).toBeVisible()
  await dialog.getByLabel('Document or Number').fill('CV-2026-0192')
  await start.click()
  const line = dialog.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(line).toContainText('Ready')
  await expect(
    dialog.getByRole('textbox', { name: /^Recipient/ }),
    'ready for the next recipient',
  ).toHaveValue('')
  const { content, name } = await download(page, line.getByRole('link', { name: 'Download' }))
  expect(name).toMatch(/^caseload-evidence-.*\.zip$/)
  const files = unzip(content)
  expect([...files.keys()]).toEqual(expect.arrayContaining(['rows.jsonl', 'verify.py', 'log.json']))
  expect(String(files.get('rows.jsonl'))).toContain(id)
  await visit(page, accountingPath(id))
  await expect(page.getByRole('row').filter({ hasText: 'Superior Court' })).toContainText('CV-2026-0192')
})

test('an administrator exports the evidence about all patients from the audit log', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.patient()
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/audit-logs')
  await page.getByRole('button', { name: 'Export Evidence' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Evidence' })
  await dialog.getByRole('button', { name: 'Export Evidence' }).click()
  await expect(dialog.getByRole('list', { name: 'Exports' }).getByRole('listitem')).toContainText('Ready')
})

test('other roles can neither request nor download the export', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/settings')
  await expect(page.getByRole('button', { name: 'Export Data' })).toHaveCount(0)
  watch.allow(403, /^\/api\/data-exports\//)
  await page.goto(`/api/data-exports/${crypto.randomUUID()}/file`)
})
