import { tableMapping } from '../importOf.ts'
import type { Statements } from '../statement.ts'
import { adminOnly, but, byScope } from '../verdicts.ts'

/** "Import: admin alone." */
export const importQueries: Statements = {
  patientImports: { verdicts: byScope(adminOnly), shows: ({ patientFile }) => patientFile.id },
  patientImport: { verdicts: byScope(adminOnly), ask: ({ patientFile }) => ({ id: patientFile.id }) },
  patientImportColumns: {
    verdicts: byScope(adminOnly),
    ask: ({ patientFile }) => ({ id: patientFile.id }),
    shows: () => 'Nina',
  },
  patientImportRows: { verdicts: byScope(adminOnly), ask: ({ patientFile }) => ({ id: patientFile.id }) },
  patientImportReport: { verdicts: byScope(adminOnly), ask: ({ patientFile }) => ({ id: patientFile.id }) },
}

export const importMutations: Statements = {
  startPatientImport: [
    { verdicts: byScope(adminOnly), ask: () => ({ file: 'patients.csv' }), door: 'rest' },
    {
      about: 'in JSON, which no file goes into',
      verdicts: byScope(but(adminOnly, { admin: 'invalid' })),
      ask: () => ({ file: 'patients.csv' }),
      ghost: 'invalid',
      door: 'graphql',
    },
  ],
  checkPatientImport: {
    verdicts: byScope(adminOnly),
    ask: ({ patientFile }) => ({ importId: patientFile.id, mapping: tableMapping }),
  },
  runPatientImport: {
    verdicts: byScope(adminOnly),
    ask: ({ patientFile }) => ({ importId: patientFile.id }),
  },
  cancelPatientImport: { verdicts: byScope(adminOnly), ask: ({ spareFile }) => ({ importId: spareFile.id }) },
}
