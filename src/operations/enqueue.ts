import type { SigningProviderName } from '#domain/consent/document.ts'
import type { RequestContext, RequestFacts } from './context.ts'

/** The attempt that locked an account: the user (`null` if there is no such account) and the request. */
export type AccountLock = {
  userId: string | null
  /** ISO time at which the lock expires. */
  until: string
  request: Pick<RequestFacts, 'id' | 'ipAddress' | 'userAgent'>
}

/** The jobs that a change can request, with their payloads. */
export type Jobs = {
  /** Alerts the assignee that a task is due. */
  tell_task_due: { taskId: string }
  /** Settles a consent request that was prepared but never reported as sent. */
  settle_consent_request: { requestId: string }
  /** Sends a consent request again that met a passing trouble. */
  retry_consent_request: { requestId: string }
  /** Asks the provider for the status of an envelope and applies it. */
  follow_envelope: { provider: SigningProviderName; envelopeId: string; tries?: number }
  /** Takes an envelope back whose request is over here. */
  withdraw_envelope: { requestId: string; tries?: number }
  /** Has the provider ask a patient again. */
  remind_envelope: { requestId: string; tries?: number }
  /** Writes an export of everything. */
  write_data_export: { exportId: string }
  /** Tries the rows of a file of patients, or creates them. */
  work_on_import: { importId: string }
  /** Has the records scanned that wait for it. */
  scan_records: Record<string, never>
  /** Records that wrong passwords have locked an account, and alerts the administrators. */
  tell_account_locked: AccountLock
  /** Sends an e-mail from the outbox. */
  deliver_mail: { mailId: string }
}

/**
 * Asks for a job in the transaction of `ctx`: it exists exactly when the change does. Of two with one `key` that have
 * not begun, the later counts. A job may run twice, also beside itself.
 */
export async function enqueue<Task extends keyof Jobs>(
  { db }: Pick<RequestContext, 'db'>,
  task: Task,
  payload: Jobs[Task],
  { runAt, key }: { runAt: Date; key: string },
): Promise<void> {
  await db.$executeRaw`SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${runAt}, ${key})`
}
