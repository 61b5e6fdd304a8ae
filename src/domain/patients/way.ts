import { type PatientStatus, pipeline, pipelineStep } from './status.ts'

/** One entry of a patient's history: a status entered, and where from. */
export type StatusEntry = { from?: PatientStatus | null; to: PatientStatus }

/** How far a patient is along the pipeline, and the entry by which each step was reached. */
export type WayTaken<Entry> = { reached: number; entries: (Entry | undefined)[] }

/**
 * The way that led to where the patient is now, out of the history, newest first. Steps of an earlier round, before the
 * consent was revoked or the patient was put back, are left out; a step that was skipped has no entry. Of a dropped
 * patient it is the way until then.
 */
export function wayTaken<Entry extends StatusEntry>(
  history: readonly Entry[],
  status: PatientStatus,
): WayTaken<Entry> {
  const entries: (Entry | undefined)[] = pipeline.map(() => undefined)
  const last = status === 'dropped' ? history.find(({ to }) => to === 'dropped')?.from : status
  const reached = last ? pipelineStep(last) : 0
  let step = reached + 1
  for (const entry of history) {
    const entered = pipelineStep(entry.to)
    if (entered === 0 || entered >= step) continue
    entries[entered - 1] = entry
    step = entered
  }
  return { reached, entries }
}
