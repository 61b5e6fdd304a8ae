import { createReadStream, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CSV_MARK, csvLine } from '#domain/csv.ts'
import { readEnvironment } from '#infra/environment.ts'
import { openRecordFolder } from '#infra/records/recordFolder.ts'
import type { RequestContext } from '#operations/context.ts'
import { type ImportedFile, importRecords } from '#operations/records/importRecords.ts'
import { findAdministrator } from '#operations/users/findUsers.ts'
import { Misuse, runCommand, withServices } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run import:records -- <folder> <manifest.csv> --as <e-mail of an administrator>
         [--dry-run] [--report <file.csv>]

Imports the files of a folder for the patients named in a manifest, also while Caseload runs.

Exit codes:
  0  all files were imported
  1  some were refused
  2  the import could not start`

async function importFolder(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { as: { type: 'string' }, 'dry-run': { type: 'boolean' }, report: { type: 'string' } },
  })
  const [folderPath, manifestPath] = positionals
  const { as: email, report, 'dry-run': isTrial = false } = values
  if (!folderPath || !manifestPath || !email || positionals.length > 2)
    throw new Misuse('Give a folder, a manifest and --as')
  const folder = await openRecordFolder(resolve(folderPath))
  const manifest = { content: () => createReadStream(resolve(manifestPath)) }
  const files: ImportedFile[] = []
  const onFile = (file: ImportedFile) => {
    files.push(file)
    console.log(`line ${file.line}: ${file.file}: ${file.outcome}${file.message && `, ${file.message}`}`)
  }
  const run = async (context: RequestContext) => {
    try {
      const actor = await findAdministrator(context, email)
      const sum = await importRecords({ ...context, actor }, { folder, manifest, isTrial, onFile })
      const imported = `${sum.imported} ${isTrial ? 'would be imported' : 'imported'}`
      console.log(`${imported}, ${sum.duplicates} already there, ${sum.refused} refused`)
      return sum.refused > 0 ? 1 : 0
    } finally {
      if (report) writeFileSync(resolve(report), reportOf(files), { mode: 0o600 })
    }
  }
  return withServices(readEnvironment(), 'import:records', run, ['RECORDS_KEY'])
}

const columns = ['line', 'file', 'outcome', 'patientId', 'recordId', 'message'] as const

const reportOf = (files: readonly ImportedFile[]): string =>
  CSV_MARK + [columns, ...files.map((file) => columns.map((name) => file[name]))].map(csvLine).join('')

await runCommand(help, importFolder)
