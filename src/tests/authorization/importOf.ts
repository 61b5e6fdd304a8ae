import type { TestClinic } from '#tests/support/clinic.ts'
import { inPieces } from '#tests/support/recordFiles.ts'

/** A CSV file with one patient who is not in the database. */
export const tableContent = Buffer.from('First,Last,Email\nNina,Kovac,nina@example.test\n')

/** An import that this user uploaded and checked. Running it would create one patient. */
export async function importOf({ db, instances }: TestClinic, { id: requestedById }: { id: string }) {
  const { wrappedKey, ...file } = await instances.recordStore.put(inPieces(tableContent))
  return db.patientImport.create({
    data: {
      ...{
        ...file,
        wrappedKey: new Uint8Array(wrappedKey),
        fileName: 'patients.csv',
        requestedById,
      },
      ...{ encoding: 'utf-8', delimiter: ',', columns: ['First', 'Last', 'Email'], rowsTotal: 1 },
      ...{ state: 'checked', rowsDone: 1, created: 1 },
      choices: { mapping: tableMapping, dateOrder: 'mdy', withoutEmail: 'refuse', status: 'pending_consent' },
      rows: { create: { line: 2, outcome: 'duplicate', sameAs: 2 } },
    },
  })
}

export const tableMapping = [
  { column: 0, field: 'firstName' },
  { column: 1, field: 'lastName' },
  { column: 2, field: 'email' },
]
