import { createReadStream, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { attachDatabase } from '#app/databases.ts'
import { createServices } from '#app/services.ts'
import { CSV_MARK, csvLine } from '#domain/csv.ts'
import { readEnvironment } from '#infra/environment.ts'
import { openRecordFolder } from '#infra/records/recordFolder.ts'
import { visitTo } from '#operations/context.ts'
import { type ImportedFile, importRecords } from '#operations/records/importRecords.ts'
import { administratorNamed } from '#operations/users/administratorNamed.ts'

// Puts a folder of files on the files of patients that a manifest names, also while Caseload runs:
// `npm run import:records -- <folder> <manifest.csv> --as admin@example.org [--dry-run] [--report report.csv]`.
// Ends with 0 when every file is in, 1 when some were refused, 2 when it could not begin.

const USAGE =
  'Usage: npm run import:records -- <folder> <manifest.csv> --as <address of an administrator> [--dry-run] [--report <file.csv>]'

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { as: { type: 'string' }, 'dry-run': { type: 'boolean' }, report: { type: 'string' } },
  })
  const [folderPath, manifestPath] = positionals
  if (!folderPath || !manifestPath || !values.as || positionals.length > 2) throw new Error(USAGE)
  const folder = await openRecordFolder(resolve(folderPath))
  const environment = readEnvironment()
  const stores = await attachDatabase(environment)
  const clinic = await createServices(environment, stores.appUrl)
  const request = {
    id: 'import-records',
    ipAddress: null,
    userAgent: 'npm run import:records',
    listed: new Map(),
  }
  const done: ImportedFile[] = []
  try {
    const visit = visitTo(clinic, { request })
    const actor = await administratorNamed(visit, values.as)
    const isTrial = values['dry-run'] === true
    const manifest = { content: () => createReadStream(resolve(manifestPath)) }
    const onFile = (one: ImportedFile) => {
      done.push(one)
      console.log(`line ${one.line}: ${one.file}: ${one.outcome}${one.message && `, ${one.message}`}`)
    }
    const sum = await importRecords({ ...visit, actor }, { folder, manifest, isTrial, onFile })
    const said = isTrial ? 'would be imported' : 'imported'
    console.log(`${sum.imported} ${said}, ${sum.duplicates} already there, ${sum.refused} refused`)
    if (sum.refused > 0) process.exitCode = 1
  } finally {
    if (values.report) writeFileSync(resolve(values.report), report(done), { mode: 0o600 })
    await clinic.close()
    await stores.stop()
  }
}

const columns = ['line', 'file', 'outcome', 'patientId', 'recordId', 'message'] as const

const report = (done: readonly ImportedFile[]): string =>
  CSV_MARK + [columns, ...done.map((one) => columns.map((name) => one[name]))].map(csvLine).join('')

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
