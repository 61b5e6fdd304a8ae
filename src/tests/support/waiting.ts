import { vi } from 'vitest'
import type { TestClinic } from './clinic.ts'

/** Waits until this many transactions of the clinic wait for a lock. */
export const untilWaiting = ({ db }: TestClinic, count: number): Promise<unknown> =>
  vi.waitUntil(async () => {
    const waiting = await db.$queryRaw<object[]>`
      SELECT DISTINCT wanted.pid FROM pg_locks wanted
      JOIN pg_locks held ON held.pid = wanted.pid
      JOIN pg_database ON pg_database.oid = held.database
      WHERE NOT wanted.granted AND datname = current_database()`
    return waiting.length === count
  }, 60_000)
