import { tableMapping } from '../importOf.ts'
import type { Statements } from '../statement.ts'
import { adminOnly, but } from '../verdicts.ts'

/** "Import: admin alone." */
export const importQueries: Statements = {
  patientImports: { verdicts: adminOnly, shows: ({ patientFile }) => patientFile.id },
  patientImport: { verdicts: adminOnly, ask: ({ patientFile }) => ({ id: patientFile.id }) },
  patientImportColumns: {
    verdicts: adminOnly,
    ask: ({ patientFile }) => ({ id: patientFile.id }),
    shows: () => 'Nina',
  },
  patientImportRows: { verdicts: adminOnly, ask: ({ patientFile }) => ({ id: patientFile.id }) },
  patientImportReport: { verdicts: adminOnly, ask: ({ patientFile }) => ({ id: patientFile.id }) },
}

export const importMutations: Statements = {
  startPatientImport: [
    { verdicts: adminOnly, ask: () => ({ file: 'patients.csv' }), door: 'rest' },
    {
      about: 'in JSON, which no file goes into',
      verdicts: but(adminOnly, { admin: 'invalid' }),
      ask: () => ({ file: 'patients.csv' }),
      ghost: 'invalid',
      door: 'graphql',
    },
  ],
  checkPatientImport: {
    verdicts: adminOnly,
    ask: ({ patientFile }) => ({ importId: patientFile.id, mapping: tableMapping }),
  },
  runPatientImport: { verdicts: adminOnly, ask: ({ patientFile }) => ({ importId: patientFile.id }) },
  cancelPatientImport: { verdicts: adminOnly, ask: ({ spareFile }) => ({ importId: spareFile.id }) },
}
