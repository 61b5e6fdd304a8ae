import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import type { DataFolder } from './dataFolder.ts'

/** Adds patients over several connections at once, until `end` is called or the server is gone. */
export function streamOfPatients(call: Caller, word: string) {
  const answered: string[] = []
  const statuses = new Set<number>()
  let isOver = false
  let count = 0

  async function write(): Promise<void> {
    while (!isOver) {
      count += 1
      const email = `${word}${count}@example.test`
      const reply = await call('POST', '/api/patients', {
        firstName: 'Kim',
        lastName: 'Adeyemi',
        email,
      }).catch(() => null)
      if (!reply) return // the server is gone
      statuses.add(reply.status)
      if (reply.status === 201) answered.push(email)
      else await sleep(20)
    }
  }

  const writers = Array.from({ length: 6 }, write)
  return {
    /** Email addresses of the patients whose creation was answered with 201. */
    answered: answered as readonly string[],
    statuses: () => statuses,
    untilAnswered: async (wanted: number) => {
      for (const end = Date.now() + 60_000; answered.length < wanted; await sleep(5))
        if (Date.now() > end) throw new Error(`${answered.length} of ${wanted} answered: ${[...statuses]}`)
    },
    end: async () => {
      isOver = true
      await Promise.all(writers)
    },
  }
}

/** Traces of incomplete writes, as sentences. */
export async function halfWritten(folder: DataFolder): Promise<unknown[]> {
  const findings = await folder.ask(`
    select 'patient without one status change: ' || p.email as finding from patients p
      where (select count(*) from patient_status_changes c where c.patient_id = p.id and c."to" = p.status) <> 1
    union all
    select 'patient without one created row: ' || p.email from patients p
      where (select count(*) from audit_logs a where a.patient_id = p.id and a.action = 'created') <> 1
    union all
    select 'created row without a patient: ' || a.id from audit_logs a
      where a.action = 'created' and a.resource_type = 'patient'
        and not exists (select from patients p where p.id = a.patient_id)
    union all
    select 'counter off: ' || coalesce(kept.status, counted.status) from
      (select status::text, sum(count) as n from patient_counts group by status) kept
      full join (select status::text, count(*) as n from patients group by status) counted using (status)
      where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`)
  return findings.map(({ finding }) => finding)
}
