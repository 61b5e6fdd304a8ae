import { tableMapping } from '../fixtureParts.ts'
import type { Fixtures } from '../fixtures.ts'
import type { Statement, Statements } from '../statement.ts'
import { adminOnly, but, byScope } from '../verdicts.ts'

/** "Import: admin alone." A service account sees and changes only the imports that it started. */
const byAdmin = but(byScope(adminOnly), { serviceKey: 'not_found' })

/** The same request for an administrator's import and for one that a service account started. */
const ofImport = (ask: (file: { id: string }) => Record<string, unknown>, rest: Partial<Statement> = {}) => [
  { ...rest, verdicts: byAdmin, ask: ({ patientFile }: Fixtures) => ask(patientFile) },
  {
    ...rest,
    about: 'of an import that a service account started',
    verdicts: byScope(adminOnly),
    ask: ({ programsFile }: Fixtures) => ask(programsFile),
  },
]

const byId = ({ id }: { id: string }) => ({ id })
const byImportId = ({ id: importId }: { id: string }) => ({ importId })

export const importQueries: Statements = {
  patientImports: [
    {
      verdicts: but(byScope(adminOnly), { serviceKey: 'empty' }),
      shows: ({ patientFile }) => patientFile.id,
    },
    {
      about: 'with one that a service account started',
      verdicts: byScope(adminOnly),
      shows: ({ programsFile }) => programsFile.id,
    },
  ],
  patientImport: ofImport(byId),
  patientImportColumns: ofImport(byId, { shows: () => 'Nina' }),
  patientImportRows: ofImport(byId),
  patientImportReport: ofImport(byId),
}

export const importMutations: Statements = {
  startPatientImport: [
    { verdicts: byScope(adminOnly), ask: () => ({ file: 'patients.csv' }), transport: 'rest' },
    {
      about: 'in JSON, which cannot hold a file',
      verdicts: byScope(but(adminOnly, { admin: 'invalid' })),
      ask: () => ({ file: 'patients.csv' }),
      whenMissing: 'invalid',
      transport: 'graphql',
    },
  ],
  checkPatientImport: ofImport(({ id: importId }) => ({ importId, mapping: tableMapping })),
  runPatientImport: ofImport(byImportId),
  cancelPatientImport: ofImport(byImportId),
}
