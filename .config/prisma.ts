import { defineConfig } from 'prisma/config'

// `prisma generate` runs no schema engine, and yet the command line would download one. Naming any program that
// exists keeps it offline; the commands that do need an engine (`migrate`, `db`) keep the download.
if (process.argv.includes('generate')) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

/** The database is named only where a command talks to one: `generate` and `format` work without it. */
const url = process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL

export default defineConfig({
  schema: '../prisma/schema.prisma',
  migrations: { path: '../prisma/migrations' },
  ...(url && { datasource: { url } }),
})
