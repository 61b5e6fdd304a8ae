import type { Services } from '../context.ts'

/**
 * Throws if production mode would use the database of the demo clinic, whose passwords are public and whose patients are
 * invented.
 */
export function refuseSampleData({ mode, settings }: Pick<Services, 'mode' | 'settings'>): void {
  if (mode === 'demo' || !settings.set()?.holdsSampleData) return
  throw new Error(
    'This database has the sample data of the demo clinic, whose passwords are public. A real clinic needs an empty ' +
      'database: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
  )
}
