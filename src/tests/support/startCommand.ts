import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)
const { scripts } = createRequire(import.meta.url)('../../../package.json') as { scripts: { start: string } }
const words = scripts.start.split(' ')

// Tests and measurements start the server like `npm start`, so that it runs as in production.

/** Node's flags from `npm start`, which limit its memory. */
export const serverFlags: readonly string[] = words.filter((word) => word.startsWith('--'))

/** The environment variables from `npm start`, which are folders: where Node keeps compiled modules for the next start. */
export const serverFolders: Record<string, string> = Object.fromEntries(
  words.flatMap((word) => {
    const [, name, folder] = /^([A-Z_]+)=(.+)$/.exec(word) ?? []
    return name && folder ? [[name, fileURLToPath(new URL(folder, root))]] : []
  }),
)
