import { readFileSync } from 'node:fs'
import type { ImportField } from '#domain/imports/importColumns.ts'
import type { PatientImport } from '#infra/prisma/client.ts'
import type { OperationContext } from '#operations/context.ts'
import { checkPatientImport } from '#operations/imports/checkPatientImport.ts'
import { receiveTable } from '#operations/imports/receiveTable.ts'
import { runPatientImport } from '#operations/imports/runPatientImport.ts'
import { startPatientImport } from '#operations/imports/startPatientImport.ts'
import { workOnImport } from '#operations/imports/workOnImport.ts'
import type { TestClinic } from './clinic.ts'

/** The 59 patients that Synthea wrote down; no column holds an e-mail. */
export const syntheaFile = readFileSync(new URL('./tables/synthea-patients.csv', import.meta.url))

export type Choices = Partial<Omit<Parameters<typeof checkPatientImport>[1], 'importId' | 'mapping'>> & {
  mapping?: Partial<Record<ImportField, number | number[]>>
}

const usual = { firstName: 0, lastName: 1, email: 2, dateOfBirth: 3 }

/** An administrator at work on files of patients, with the jobs that they ask for done at once. */
export async function importDesk(clinic: TestClinic) {
  const user = await clinic.user({ role: 'admin' })
  const admin: OperationContext = clinic.as(user)
  const now = (id: string): Promise<PatientImport> =>
    clinic.db.patientImport.findUniqueOrThrow({ where: { id } })
  const work = (importId: string) => workOnImport(clinic.anybody(), { importId })

  async function upload(
    content: string | Buffer | Buffer[],
    fileName = 'patients.csv',
  ): Promise<PatientImport> {
    async function* pieces() {
      yield* Array.isArray(content) ? content : [Buffer.from(content as string)]
    }
    const file = await receiveTable(admin, { fileName, content: pieces() })
    return startPatientImport(admin, { file })
  }

  async function check(
    importId: string,
    { mapping = usual, ...choices }: Choices = {},
  ): Promise<PatientImport> {
    const columns = Object.entries(mapping).flatMap(([field, at]) =>
      [at].flat().map((column) => ({ column, field: field as ImportField })),
    )
    await checkPatientImport(admin, { importId, mapping: columns, ...choices })
    await work(importId)
    return now(importId)
  }

  async function run(importId: string): Promise<PatientImport> {
    await runPatientImport(admin, { importId })
    await work(importId)
    return now(importId)
  }

  return {
    ...{ user, admin, now, work, upload, check, run },
    /** Uploaded, tried and imported. */
    whole: async (content: string | Buffer, choices?: Choices) => {
      const { id } = await upload(content)
      await check(id, choices)
      return run(id)
    },
    rows: (importId: string) =>
      clinic.db.patientImportRow.findMany({ where: { importId }, orderBy: { line: 'asc' } }),
    patients: () => clinic.db.patient.findMany({ orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }] }),
  }
}

/** Where Synthea writes what, and that nobody of it has an e-mail. */
export const syntheaChoices: Choices = {
  mapping: { dateOfBirth: 1, firstName: 7, lastName: 8, address: [16, 17, 18, 20] },
  withoutEmail: 'mark',
}
