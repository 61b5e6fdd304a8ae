// Prints the SQL that leads from the committed prisma/schema.prisma to the one on disk, for a new migration to begin with.
// What Prisma cannot say (grants, triggers, partial indexes) is written into the migration by hand. `prisma migrate diff`
// does the same, but it downloads a native engine from binaries.prisma.sh and fails without it; this engine is on npm.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'

const path = 'prisma/schema.prisma'
const modulePath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
const engineModule = await import(modulePath)
const wasm = await WebAssembly.instantiate(readFileSync(modulePath.replace(/\.js$/, '.wasm')), {
  './schema_engine_bg.js': engineModule,
})
engineModule.__wbg_set_wasm(wasm.instance.exports)
;(wasm.instance.exports.__wbindgen_start as () => void)()

const engine = await engineModule.SchemaEngine.new({ datamodels: undefined }, () => {}, withoutDatabase())
const { stdout } = await engine.diff({
  from: committed() ?? { tag: 'empty' },
  to: model(readFileSync(path, 'utf8')),
  script: true,
  exitCode: null,
  shadowDatabaseUrl: null,
  filters: { externalTables: [], externalEnums: [] },
})
console.log(stdout)

function model(content: string) {
  return { tag: 'schemaDatamodel', files: [{ path, content }], configDir: '.' }
}

function committed() {
  try {
    return model(execFileSync('git', ['show', `HEAD:${path}`], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return undefined // no schema is committed yet
  }
}

/** To compare two schemas, the engine needs a connection only for the version of the database. */
function withoutDatabase() {
  const never = () => Promise.reject(new Error('there is no database'))
  const connection = {
    provider: 'postgres' as const,
    adapterName: 'none',
    queryRaw: async () => ({
      columnNames: ['exists', 'version', 'numeric_version'],
      columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
      rows: [[true, 'PostgreSQL 18', 180000]],
    }),
    executeRaw: never,
    executeScript: never,
    startTransaction: never,
    dispose: async () => {},
  }
  const connect = async () => connection as never
  return bindMigrationAwareSqlAdapterFactory({ ...connection, connect, connectToShadowDb: connect })
}
