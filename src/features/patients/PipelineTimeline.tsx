import { type PatientStatus, pipeline } from '#domain/patients/status.ts'
import { statusTimeline } from '#domain/patients/statusTimeline.ts'
import { MomentDay } from '../time/Moment.tsx'
import { detail, label, segment, step, steps, struck } from './PipelineTimeline.css.ts'
import { whoMoved } from './whoMoved.ts'

type Entry = {
  from?: PatientStatus | null
  to: PatientStatus
  changedAt: string
  changedBy?: { firstName: string; lastName: string } | null
}

type Props = { status: PatientStatus; history: readonly Entry[] }

/** The consent pipeline with the date and user of each step; crossed out for a dropped patient. */
export function PipelineTimeline({ status, history }: Props) {
  const { reached, entries } = statusTimeline(history, status)
  const isDropped = status === 'dropped'
  return (
    <ol className={steps} aria-label="Consent pipeline">
      {pipeline.map(({ label: name }, index) => {
        const isReached = index < reached
        const isCurrent = !isDropped && index === reached - 1
        const look = !isReached ? 'ahead' : isDropped ? 'ended' : 'past'
        return (
          <li key={name} className={step} aria-current={isCurrent ? 'step' : undefined}>
            <span className={segment[look]} aria-hidden="true" />
            <span className={isDropped ? `${label[look]} ${struck}` : label[look]}>{name}</span>
            <span className={detail}>
              <Reached entry={entries[index]} isReached={isReached} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Reached({ entry, isReached }: { entry: Entry | undefined; isReached: boolean }) {
  if (!isReached) return 'Not yet'
  if (!entry) return 'Skipped'
  return (
    <>
      <MomentDay at={entry.changedAt} />
      <br />
      {whoMoved(entry)}
    </>
  )
}
