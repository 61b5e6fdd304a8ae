import { type PatientStatus, pipeline, pipelineStep } from './status.ts'

/** An entry of a patient's history: the new status and the previous one. */
export type StatusEntry = { from?: PatientStatus | null; to: PatientStatus }

/** The step that a patient has reached, and the entry for each step. */
export type StatusTimeline<Entry> = { reached: number; entries: (Entry | undefined)[] }

/**
 * Finds the entries that led to the current status. The history is newest first. Omits steps from before a revocation
 * or a step back. A skipped step has no entry. For a dropped patient, the timeline shows the status before the drop.
 */
export function statusTimeline<Entry extends StatusEntry>(
  history: readonly Entry[],
  status: PatientStatus,
): StatusTimeline<Entry> {
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
