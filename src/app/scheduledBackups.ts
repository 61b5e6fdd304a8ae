import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Environment } from '#infra/environment.ts'
import type { Task } from '#jobs/jobs.ts'
import { alertBackupFailed } from '#operations/backup/alertBackupFailed.ts'

/** A command prints some lines for each table. */
const OUTPUT_MAX = 2 ** 22

/**
 * The scheduled backup and trial restore, as tasks of the job queue. Each runs as a command in a separate process, so that
 * it does not slow down requests. Administrators are alerted if one fails; the next one runs at its time. `variables` are those
 * from which the settings were read.
 */
export function backupTasks(
  { backupSchedule, mode }: Pick<Environment, 'backupSchedule' | 'mode'>,
  variables: NodeJS.ProcessEnv,
): Record<string, Task> {
  if (!backupSchedule) return {}
  const { backupAt, trialRestoreAt } = backupSchedule
  // The server has set NODE_ENV for React. The command reads the mode from it.
  const env = { ...variables, NODE_ENV: mode === 'production' ? mode : '' }
  const task = (
    when: string,
    step: 'backup' | 'trial restore',
    script: string,
    ...words: string[]
  ): Task => ({
    when,
    work: async (system, { log, stopping }) => {
      const { exitCode, said } = await run([script, ...words], env, stopping)
      stopping.throwIfAborted() // so that it is done again after the restart
      if (exitCode === 0) return log.info({ step }, 'scheduled backup')
      log.error({ step, exitCode, said }, 'scheduled backup failed')
      await alertBackupFailed(system, { step, reason: said.trim().split('\n').slice(-3).join(' ') })
    },
  })
  return {
    make_backup: task(backupAt, 'backup', 'backup.ts'),
    ...(trialRestoreAt && { try_restore: task(trialRestoreAt, 'trial restore', 'restore.ts', '--trial') }),
  }
}

type Ended = { exitCode: number | null; said: string }

async function run(
  [script = '', ...words]: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Ended> {
  const path = fileURLToPath(new URL(`../cli/${script}`, import.meta.url))
  const options = { env, signal, killSignal: 'SIGTERM', maxBuffer: OUTPUT_MAX } as const
  try {
    await promisify(execFile)(process.execPath, [path, ...words], options)
    return { exitCode: 0, said: '' }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }
    return { exitCode: typeof code === 'number' ? code : null, said: stderr || stdout || String(error) }
  }
}
