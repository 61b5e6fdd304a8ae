import { createRequire } from 'node:module'

const { scripts } = createRequire(import.meta.url)('../../../package.json') as { scripts: { start: string } }

/**
 * Node's flags from `npm start`, which limit its memory. Tests and measurements use them too, so that the
 * server runs as in production.
 */
export const serverFlags: readonly string[] = scripts.start.split(' ').filter((word) => word.startsWith('--'))
