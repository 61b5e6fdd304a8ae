import { bulkJobKinds, bulkJobOutcomes, bulkJobStates } from '#domain/bulkJobs/bulkJob.ts'
import type { BulkJobResult } from '#operations/bulkJobs/readBulkJob.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { Node } from '../nodes/Node.ts'
import { Patient } from '../patients/Patient.ts'

const BulkJobKind = builder.enumType('BulkJobKind', {
  description: 'What a bulk job does with each patient.',
  values: enumValues(bulkJobKinds, {
    assign: 'Assign a user',
    send_consent: 'Send a consent form',
    add_task: 'Add a task',
    export: 'Export the patients as a file',
  }),
})
const BulkJobState = builder.enumType('BulkJobState', {
  description: 'State of a bulk job: running, or how it ended.',
  values: enumValues(bulkJobStates, {
    running: 'In progress',
    finished: 'All patients were processed',
    cancelled: 'A user stopped it',
    failed: 'It ended because of an error',
  }),
})
export const BulkJobOutcome = builder.enumType('BulkJobOutcome', {
  description: 'Result for one patient: done, or skipped with a reason.',
  values: enumValues(bulkJobOutcomes, {
    done: 'Done for this patient',
    skipped: 'Not done, for the reason given',
  }),
})

export const BulkJob = builder.prismaObject('BulkJob', {
  interfaces: [Node],
  description: 'One action on several patients, which the server runs patient by patient.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the job. It is kept for a week.' }),
    kind: t.expose('kind', { type: BulkJobKind, description: 'What it does with each patient.' }),
    state: t.expose('state', { type: BulkJobState, description: 'State of the job.' }),
    rowsTotal: t.exposeInt('rowsTotal', { description: 'Number of selected patients.' }),
    done: t.exposeInt('done', { description: 'Patients for whom it was done so far.' }),
    skipped: t.exposeInt('skipped', { description: 'Patients who were skipped so far.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed; `null` if it did not.' }),
    isUndo: t.boolean({
      description: 'Whether it undoes another job.',
      resolve: ({ undoesId }) => undoesId !== null,
    }),
    canUndo: t.boolean({
      description: 'Whether `undoBulkJob` can undo it now.',
      select: { undoneBy: { select: { id: true } } },
      resolve: ({ kind, state, undoesId, done, undoneBy }) =>
        kind === 'assign' && state !== 'running' && !undoesId && done > 0 && !undoneBy,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was started.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; `null` while it is running.',
    }),
  }),
})

export const BulkJobRow = builder.objectRef<BulkJobResult>('BulkJobRow').implement({
  description: 'The result of a bulk job for one patient.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Place in the job, from 0.' }),
    patient: t.expose('patient', {
      type: Patient,
      nullable: true,
      description: 'The patient; `null` if the caller cannot see them now.',
    }),
    outcome: t.expose('outcome', {
      type: BulkJobOutcome,
      nullable: true,
      description: 'The result; `null` until the patient’s turn.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the patient was skipped; `null` otherwise.',
    }),
  }),
})
