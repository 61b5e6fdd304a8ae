import { createRequire } from 'node:module'

const { scripts } = createRequire(import.meta.url)('../../package.json') as { scripts: { start: string } }

/**
 * What Node is given for the server: the words of `npm start`, so that what is tested and measured runs as it does for a
 * clinic. They bound what Node keeps before it collects.
 */
export const serverFlags: readonly string[] = scripts.start.split(' ').filter((word) => word.startsWith('--'))
