import type { SigningProviderName } from '#domain/consent/document.ts'
import type { RequestContext, RequestFacts } from './context.ts'

/** The attempt that locked an account: the user (`null` if there is no such account) and the request. */
export type AccountLock = {
  userId: string | null
  /** ISO time at which the lock expires. */
  until: string
  request: Pick<RequestFacts, 'id' | 'ipAddress' | 'userAgent'>
}

/** A request for a link to reset a password: the user (`null` if there is no such account) and the request. */
export type PasswordResetRequest = Omit<AccountLock, 'until'>

/** The jobs that a change can request, with their payloads. */
export type Jobs = {
  /** Alerts the assignee that a task is due. */
  tell_task_due: { taskId: string }
  /** Settles a consent request that was prepared but never reported as sent. */
  settle_consent_request: { requestId: string }
  /** Sends a consent request again after a temporary error. */
  retry_consent_request: { requestId: string }
  /** Asks the provider for the status of an envelope and applies it. */
  follow_envelope: { provider: SigningProviderName; envelopeId: string; tries?: number }
  /** Voids the envelope of a request that has ended. */
  withdraw_envelope: { requestId: string; tries?: number }
  /** Has the provider send a patient a reminder. */
  remind_envelope: { requestId: string; tries?: number }
  /** Writes a full export. */
  write_data_export: { exportId: string }
  /** Checks the rows of a patient import, or creates the patients. */
  work_on_import: { importId: string }
  /** Works on the patients of a bulk job. */
  work_on_bulk_job: { jobId: string }
  /** Scans the records that wait for it. */
  scan_records: Record<string, never>
  /** Seals the scans of forms on paper that have no seal yet. */
  seal_scans: Record<string, never>
  /** Records that wrong passwords have locked an account, and alerts the administrators. */
  tell_account_locked: AccountLock
  /** E-mails a link to reset a password. */
  send_password_reset: PasswordResetRequest
  /** Signs a tree head of the audit log. */
  sign_tree_head_now: Record<string, never>
  /** Sends an e-mail from the outbox. */
  deliver_mail: { mailId: string }
  /** Sends the next message of each webhook that is due. */
  deliver_webhooks: Record<string, never>
}

/**
 * Queues a job in the transaction of `ctx`, so that it exists exactly if the change does. If two jobs with the same
 * `key` have not started, the later one replaces the earlier one. A job may run twice, even concurrently.
 */
export async function enqueue<Task extends keyof Jobs>(
  { db }: Pick<RequestContext, 'db'>,
  task: Task,
  payload: Jobs[Task],
  { runAt, key }: { runAt: Date; key: string },
): Promise<void> {
  await db.$executeRaw`SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${runAt}, ${key})`
}
