import type { Identifier, PatientRecord } from '#infra/prisma/client.ts'
import { versionOfValues } from '../version.ts'

type Versioned = Pick<PatientRecord, 'category' | 'serviceDate'> & {
  identifiers: readonly Pick<Identifier, 'system' | 'value'>[]
}

/** What says which state of a record a caller has read: a hash of what `editRecord` changes. The file itself never changes. */
export const versionOfRecord = ({ category, serviceDate, identifiers }: Versioned): string =>
  versionOfValues([
    category,
    serviceDate,
    identifiers.map(({ system, value }) => JSON.stringify([system, value])).sort(),
  ])
