import { run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { reconcileConsentRequests } from '#operations/consent/reconcileConsentRequests.ts'
import type { Clinic, Visit } from '#operations/context.ts'
import { endStaleSessions } from '#operations/sessions/endStaleSessions.ts'

/** Each task, and when it runs; cron times are UTC. A task may be run twice, also beside itself. */
const tasks: Record<string, { when: string; work: (system: Visit) => Promise<unknown> }> = {
  reconcile_consent_requests: { when: '* * * * *', work: reconcileConsentRequests },
  end_stale_sessions: { when: '7 * * * *', work: endStaleSessions },
}

/** The system as a visitor: nobody signed in, and no address. */
const systemVisit = (clinic: Clinic, job: string): Visit => ({
  ...clinic,
  actor: null,
  sid: null,
  request: { id: job, ipAddress: null, userAgent: 'caseload jobs', listed: new Set() },
})

/**
 * Starts the workers of this process on the owner's connection, where the job queue lives. The pool is ours, so that
 * stopping waits until its last connection is closed and PostgreSQL may go.
 */
export async function startJobs(
  clinic: Clinic,
  ownerUrl: string,
  log: Logger,
): Promise<{ stop: () => Promise<void> }> {
  const pool = new Pool({ connectionString: ownerUrl, max: 4 })
  const onError = (error: Error) => log.warn({ err: error }, 'job queue connection')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ message }, 'job queue')
    }),
    crontab: Object.entries(tasks)
      .map(([name, { when }]) => `${when} ${name}`)
      .join('\n'),
    taskList: taskList(clinic),
  })
  return {
    stop: async () => {
      await runner.stop()
      await pool.end()
    },
  }
}

const taskList = (clinic: Clinic): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, { work }]) => [
      name,
      async (_payload, { job }) => {
        await work(systemVisit(clinic, `job-${job.id}`))
      },
    ]),
  )
