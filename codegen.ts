import type { CodegenConfig } from '@graphql-codegen/cli'

// Typed documents for the screens and the REST adapter, from the printed schema. Scalars are what the wire
// carries; enum words become string unions, so that the same words serve database, API and screen.
const config: CodegenConfig = {
  schema: 'graphql/schema.graphql',
  documents: ['src/{client,features,rest,pages}/**/*.{ts,tsx}', '!src/**/*.test.{ts,tsx}'],
  ignoreNoDocuments: true,
  importExtension: '.ts',
  generates: {
    'graphql/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false, persistedDocuments: true },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        dedupeFragments: true,
        scalars: {
          DateTime: 'string',
          Date: 'string',
          JSON: 'unknown',
          Upload: 'unknown',
          FileContent: 'unknown',
          ID: 'string',
        },
        strictScalars: true,
      },
    },
    // Every query and mutation of the schema by name, for tables that must list them all.
    'graphql/generated/schema.ts': {
      plugins: ['typescript'],
      config: { enumsAsTypes: true, skipTypename: true },
    },
  },
}
export default config
