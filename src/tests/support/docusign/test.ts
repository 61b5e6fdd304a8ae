import { anchors } from '#infra/docusign/envelope.ts'
import { type RenderOriginal, renderOriginal } from '#infra/signing/originalForm.ts'
import { requestedTasks } from '#jobs/jobs.ts'
import type { TestClinic } from '../clinic.ts'
import type { TestDatabase } from '../database.ts'
import { asOwner } from '../rights.ts'
import { test as base } from '../test.ts'
import type { Visitor } from '../testServer.ts'
import type { ConnectMessage } from './connect.ts'
import { type ContractServer, openDocuSign } from './server.ts'

type Fixtures = {
  /** The clinic's DocuSign. */
  service: ContractServer
  /** Runs the due jobs and the jobs that they queue. */
  runJobs: () => Promise<void>
  /** Deletes every job, as if the process that had taken them died. */
  forgetJobs: () => Promise<void>
}

/** `test` with a clinic that uses DocuSign. */
export const test = base.extend<Fixtures>({
  service: async ({ clinic }, use) => {
    const service = await openDocuSign(() => clinic.now)
    const { signing, renderOriginal: inFull } = clinic.instances
    const provider = service.provider()
    const builtIn = signing.of('built_in')
    clinic.instances.signing = {
      current: provider,
      of: (name) => (name === 'docusign' ? provider : builtIn),
    }
    clinic.instances.renderOriginal = onePage()
    await use(service)
    Object.assign(clinic.instances, { signing, renderOriginal: inFull })
    await service.close()
  },
  runJobs: async ({ clinic, database }, use) => use(() => runDueJobs(clinic, database)),
  forgetJobs: async ({ database }, use) =>
    use(() =>
      asOwner(database, async (owner) => {
        await owner.query('DELETE FROM graphile_worker._private_jobs')
      }),
    ),
})

/** The same one-page form for every request, drawn once to save time. */
function onePage(): RenderOriginal {
  const document = { title: 'Authorization', version: '1', blocks: [] }
  const form = renderOriginal(document, { name: 'Test Clinic', timeZone: 'UTC' }, anchors)
  return () => form
}

/** Moves time in the clinic and at DocuSign. */
export const wait = (clinic: TestClinic, seconds: number): void => {
  clinic.now = new Date(clinic.now.getTime() + seconds * 1000)
}

/** Posts a message like Connect does. */
export const post = (
  visitor: Visitor,
  { body, headers }: ConnectMessage,
  more: Record<string, string> = {},
) =>
  visitor.fetch('/api/webhooks/docusign', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { ...headers, ...more },
  })

type Due = { id: string; task: keyof typeof requestedTasks; payload: never }

/**
 * Works like the worker, but in the clinic's time and until nothing is due. A job that throws stays in the
 * queue.
 */
async function runDueJobs(clinic: TestClinic, database: TestDatabase): Promise<void> {
  for (;;) {
    const due = await takeDue(clinic, database)
    if (due.length === 0) return
    for (const { task, payload } of due) await requestedTasks[task]?.(clinic.anonymous(), payload)
  }
}

/** Takes the due jobs out of the queue before they run, so that a job queued by them is a new one. */
const takeDue = (clinic: TestClinic, database: TestDatabase) =>
  asOwner(database, async (owner) => {
    const { rows } = await owner.query<Due>(
      `DELETE FROM graphile_worker._private_jobs jobs USING graphile_worker._private_tasks tasks
       WHERE tasks.id = jobs.task_id AND jobs.run_at <= $1
       RETURNING jobs.id::text, tasks.identifier AS task, jobs.payload`,
      [clinic.now],
    )
    return rows
  })
