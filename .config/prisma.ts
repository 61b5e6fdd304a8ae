import { defineConfig } from 'prisma/config'

// `prisma generate` uses no schema engine, but the command line would download one. The path of any existing program
// prevents that. The commands that do need an engine (`migrate`, `db`) still download it.
if (process.argv.includes('generate')) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

/** The database URL, for commands that connect. `generate` and `format` work without it. */
const url = process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL

export default defineConfig({
  schema: '../prisma/schema.prisma',
  migrations: { path: '../prisma/migrations' },
  ...(url && { datasource: { url } }),
})
