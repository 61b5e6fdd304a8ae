import { run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Notice } from '#domain/live/notice.ts'
import { type QueuedJobs, readQueuedJobs } from '#infra/installationFacts.ts'
import { openJobQueue } from '#infra/jobQueue.ts'
import { requestScope } from '#infra/requestScope.ts'
import { withoutValues } from '#infra/sanitizeError.ts'
import { inNewTrace } from '#infra/tracing.ts'
import { removeExpiredLinks } from '#operations/accountLinks/accountLink.ts'
import { sendPasswordReset } from '#operations/accountLinks/requestPasswordReset.ts'
import { alertReplacedSecrets } from '#operations/audit/alertReplacedSecrets.ts'
import type { TrailChecked } from '#operations/audit/checkAuditTrail.ts'
import { guardAuditTrail } from '#operations/audit/guardAuditTrail.ts'
import { followBulkJobs } from '#operations/bulkJobs/followBulkJobs.ts'
import { workOnBulkJob } from '#operations/bulkJobs/workOnBulkJob.ts'
import { announceEnds, endAuthorizations } from '#operations/consent/endAuthorizations.ts'
import { expireRequests } from '#operations/consent/expireRequests.ts'
import { followEnvelope } from '#operations/consent/followEnvelope.ts'
import { reconcileEnvelopes } from '#operations/consent/reconcileEnvelopes.ts'
import { reconcileConsentRequests, recoverConsentRequest } from '#operations/consent/recoverConsentRequest.ts'
import { remindAtProvider, remindEnvelope } from '#operations/consent/remindAtProvider.ts'
import { remindPatients } from '#operations/consent/remindPatients.ts'
import { retryConsentRequest } from '#operations/consent/retryConsentRequest.ts'
import { sealScans } from '#operations/consent/sealScans.ts'
import { shelvePaperForms } from '#operations/consent/shelvePaperForms.ts'
import { withdrawEnvelope } from '#operations/consent/withdrawEnvelope.ts'
import { createRequestContext, type RequestContext, type Services } from '#operations/context.ts'
import { discardStaleDrafts } from '#operations/drafts/discardStaleDrafts.ts'
import type { Jobs } from '#operations/enqueue.ts'
import { checkSomeRows } from '#operations/evidence/checkSomeRows.ts'
import { copyNewestHead } from '#operations/evidence/copyHead.ts'
import { keepHeadsSigned } from '#operations/evidence/keepHeadsSigned.ts'
import { mailNewestHead } from '#operations/evidence/mailHead.ts'
import { stampNewestHead } from '#operations/evidence/stampHead.ts'
import { watchTreeHeads } from '#operations/evidence/watchTreeHeads.ts'
import { tidyDataExports } from '#operations/exports/tidyDataExports.ts'
import { writeDataExport } from '#operations/exports/writeDataExport.ts'
import { removeOldIdempotencyKeys } from '#operations/idempotency/answerOnce.ts'
import { followImports } from '#operations/imports/followImports.ts'
import { workOnImport } from '#operations/imports/workOnImport.ts'
import { deliverMail } from '#operations/mail/deliverMail.ts'
import { deliverWaitingMail } from '#operations/mail/deliverWaitingMail.ts'
import { removeExpiredChallenges } from '#operations/passkeys/challenges.ts'
import { alertRequestsDue } from '#operations/patientRequests/alertRequestsDue.ts'
import { purgeDeletedRecords } from '#operations/records/purgeDeletedRecords.ts'
import { removeStrayFiles } from '#operations/records/removeStrayFiles.ts'
import { scanRecords } from '#operations/records/scanRecords.ts'
import { remindOfVisits } from '#operations/reminders/remindOfVisits.ts'
import { recordAccountLock } from '#operations/sessions/recordAccountLock.ts'
import { clearThrottles, endStaleSessions, forgetStaleDevices } from '#operations/sessions/removeExpired.ts'
import { alertTaskDue } from '#operations/tasks/alertTaskDue.ts'
import { deliverWebhooks, removeOldMessages, requestDelivery } from '#operations/webhooks/deliverWebhooks.ts'

/** `stopping` interrupts long tasks when the process stops. Another process continues them. */
type JobContext = { log: Logger; stopping: AbortSignal; startedAt: Date }
/** A scheduled task: a cron expression in UTC, and the work. */
export type Task = { when: string; work: (system: RequestContext, around: JobContext) => Promise<unknown> }

/** The scheduled tasks, with cron expressions in UTC. A task may run twice, even concurrently. */
const tasks: Record<string, Task> = {
  reconcile_consent_requests: { when: '*/10 * * * *', work: reconcileConsentRequests },
  expire_consent_requests: { when: '*/10 * * * *', work: expireRequests },
  remind_at_provider: { when: '*/15 * * * *', work: remindAtProvider },
  remind_patients: { when: '*/15 * * * *', work: remindPatients },
  remind_of_visits: { when: '*/15 * * * *', work: remindOfVisits },
  end_authorizations: { when: '12 * * * *', work: endAuthorizations },
  announce_ends: { when: '14 * * * *', work: announceEnds },
  alert_requests_due: { when: '22 * * * *', work: alertRequestsDue },
  deliver_waiting_mail: { when: '* * * * *', work: deliverWaitingMail },
  scan_waiting_records: { when: '* * * * *', work: scanRecords },
  reconcile_envelopes: { when: '41 * * * *', work: reconcileEnvelopes },
  end_stale_sessions: { when: '7 * * * *', work: endStaleSessions },
  remove_expired_passkey_challenges: { when: '17 * * * *', work: removeExpiredChallenges },
  remove_expired_links: { when: '27 * * * *', work: removeExpiredLinks },
  forget_stale_devices: { when: '17 6 * * *', work: forgetStaleDevices },
  purge_deleted_records: { when: '7 6 * * *', work: purgeDeletedRecords },
  remove_stray_files: { when: '37 6 * * *', work: removeStrayFiles },
  shelve_paper_forms: { when: '53 * * * *', work: shelvePaperForms },
  seal_old_scans: {
    when: '58 * * * *',
    work: async (system, { log, stopping }) => {
      for (const failed of await sealScans(system, {}, stopping)) log.warn(failed, 'scan not sealed')
    },
  },
  tidy_data_exports: { when: '*/5 * * * *', work: tidyDataExports },
  follow_imports: { when: '* * * * *', work: (system, { stopping }) => followImports(system, stopping) },
  follow_bulk_jobs: { when: '* * * * *', work: (system, { stopping }) => followBulkJobs(system, stopping) },
  remove_old_idempotency_keys: { when: '57 * * * *', work: removeOldIdempotencyKeys },
  clear_throttles: { when: '7 * * * *', work: clearThrottles },
  deliver_due_webhooks: { when: '* * * * *', work: deliverWebhooks },
  remove_old_webhook_messages: { when: '3 * * * *', work: removeOldMessages },
  discard_stale_drafts: { when: '37 * * * *', work: discardStaleDrafts },
  sign_tree_head: {
    when: '* * * * *',
    work: async (system, { log, stopping }) => {
      const brokenLink = await keepHeadsSigned(system, stopping)
      if (brokenLink) log.error({ brokenLink }, 'tree head not signed')
    },
  },
  stamp_tree_head: {
    when: '*/5 * * * *',
    work: async (system, { log }) => {
      for (const failed of await stampNewestHead(system)) log.warn(failed, 'no time stamp')
    },
  },
  copy_tree_head: {
    when: '*/5 * * * *',
    work: async (system, { log }) => {
      const problem = await copyNewestHead(system)
      if (problem) log.warn({ problem }, 'no locked copy of the tree head')
    },
  },
  alert_replaced_secrets: { when: '23 * * * *', work: alertReplacedSecrets },
  mail_tree_head: { when: '47 * * * *', work: mailNewestHead },
  watch_tree_heads: {
    when: '* * * * *',
    work: (system, { startedAt }) => watchTreeHeads(system, startedAt),
  },
  check_some_rows: {
    when: '* * * * *',
    work: async (system, { log }) => {
      const brokenLink = await checkSomeRows(system)
      if (brokenLink) log.error({ brokenLink }, 'audit trail broken')
    },
  },
  check_audit_trail: {
    when: '17 7 * * *',
    work: async (system, { log }) => logAuditCheck(log, await guardAuditTrail(system)),
  },
}

/** The tasks that changes request, and their operations. These may run twice, too, even concurrently. */
export const requestedTasks: {
  [Task in keyof Jobs]: (
    system: RequestContext,
    payload: Jobs[Task],
    stopping?: AbortSignal,
  ) => Promise<unknown>
} = {
  tell_task_due: alertTaskDue,
  settle_consent_request: recoverConsentRequest,
  retry_consent_request: retryConsentRequest,
  follow_envelope: followEnvelope,
  withdraw_envelope: withdrawEnvelope,
  remind_envelope: remindEnvelope,
  write_data_export: writeDataExport,
  deliver_mail: deliverMail,
  tell_account_locked: recordAccountLock,
  send_password_reset: sendPasswordReset,
  scan_records: scanRecords,
  seal_scans: sealScans,
  work_on_import: workOnImport,
  sign_tree_head_now: (system, _payload, stopping) => keepHeadsSigned(system, stopping),
  work_on_bulk_job: workOnBulkJob,
  deliver_webhooks: deliverWebhooks,
}

/** The context of a job: no signed-in user and no address. */
const systemContext = (services: Services, job: string): RequestContext =>
  createRequestContext(services, {
    request: { id: job, ipAddress: null, userAgent: 'caseload jobs', listed: new Map() },
  })

/** Starts this process's workers on the owner's connection to the job queue. `more` are further scheduled tasks. */
export async function startJobs(
  services: Services,
  ownerUrl: string,
  log: Logger,
  connections = 2,
  more: Readonly<Record<string, Task>> = {},
): Promise<{ stop: () => Promise<void>; readQueue: () => Promise<QueuedJobs[]> }> {
  const queue = openJobQueue(ownerUrl, connections, (error) =>
    log.warn({ err: error }, 'job queue connection'),
  )
  const stopping = new AbortController()
  const scheduled = { ...tasks, ...more }
  const runner = await run({
    pgPool: queue.pool,
    concurrency: 2,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ message: withoutValues(message) }, 'job queue')
    }),
    crontab: Object.entries(scheduled)
      .map(([name, { when }]) => `${when} ${name}`)
      .join('\n'),
    taskList: taskList(services, scheduled, { log, stopping: stopping.signal, startedAt: services.now() }),
  })
  await services.notices.listen(wakeWebhooks(services, log, stopping.signal))
  return {
    readQueue: () => readQueuedJobs(queue.pool),
    stop: async () => {
      stopping.abort()
      services.scanner?.stop()
      await runner.stop()
      await queue.close()
    },
  }
}

/** How long to wait for further changes before webhooks get them, in milliseconds. */
const GATHERED_MS = 300

/** Returns what to do with a notice: soon after a change, webhooks get it, together with all changes until then. */
function wakeWebhooks(services: Services, log: Logger, stopping: AbortSignal): (notice: Notice) => void {
  let isWaiting = false
  return ({ kind }) => {
    if (kind !== 'change' || isWaiting || stopping.aborted) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      if (stopping.aborted) return
      // If it fails, the scheduled job delivers within a minute.
      requestDelivery(services).catch((error: unknown) => log.warn({ err: error }, 'webhooks not woken'))
    }, GATHERED_MS).unref()
  }
}

type Work = (system: RequestContext, payload: never, stopping: AbortSignal) => Promise<unknown>

function taskList(
  services: Services,
  scheduled: Readonly<Record<string, Task>>,
  around: JobContext,
): TaskList {
  const timed = Object.entries(scheduled).map(
    ([name, { work }]) => [name, (system: RequestContext) => work(system, around)] as const,
  )
  const works: (readonly [string, Work])[] = [...timed, ...Object.entries(requestedTasks)]
  return Object.fromEntries(
    works.map(([name, work]) => [
      name,
      async (payload, { job }) => {
        const requestId = `job-${job.id}`
        const started = () => work(systemContext(services, requestId), payload as never, around.stopping)
        await inNewTrace(`job ${name}`, { 'caseload.request_id': requestId }, () =>
          requestScope.run({ requestId }, started),
        )
      },
    ]),
  )
}

/**
 * Logs one line for each verification of the whole audit log. The log is outside the database, so a rewritten chain
 * cannot change the digest in it (`npm run audit:verify -- <digest>` compares).
 */
export function logAuditCheck(log: Logger, { id: check, digest, rows, brokenLink }: TrailChecked): void {
  const facts = { check, digest, rows, ...(brokenLink && { brokenLink }) }
  if (brokenLink) log.error(facts, 'audit trail broken')
  else log.info(facts, 'audit trail intact')
}
