import type { TestClinic } from './clinic.ts'

/**
 * Makes actions collide at one row: locks it until all of them wait, and then releases it. Actions that are
 * merely started together often run one after the other, which would prove nothing.
 */
export async function meetAt(
  { db }: TestClinic,
  table: 'patients' | 'patient_records' | 'mail_messages' | 'consent_templates',
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
