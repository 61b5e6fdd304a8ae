import { vi } from 'vitest'
import type { TestClinic } from './clinic.ts'

/**
 * Makes actions collide at one row: locks it until all of them wait, and then releases it. Actions that are
 * merely started together often run one after the other, which would prove nothing.
 */
export async function meetAt(
  { db }: TestClinic,
  table: 'patients' | 'patient_records' | 'mail_messages' | 'consent_templates' | 'saved_views' | 'users',
  id: string,
  acts: (() => Promise<unknown>)[],
): Promise<PromiseSettledResult<unknown>[]> {
  const held = await db.$transaction(async (tx) => {
    await tx.$queryRawUnsafe(`SELECT 1 FROM ${table} WHERE id = $1::uuid FOR UPDATE`, id)
    const outcomes = Promise.allSettled(acts.map((act) => act()))
    const waiting = async () => {
      const [row] = await db.$queryRaw<{ waiting: number }[]>`
        SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks WHERE NOT granted
          AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
      return row?.waiting ?? 0
    }
    while ((await waiting()) < acts.length);
    return { outcomes }
  })
  return held.outcomes
}

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
