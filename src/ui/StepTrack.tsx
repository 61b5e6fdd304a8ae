import { muted as mutedSegment, segment, struck, track } from './StepTrack.css.ts'

type StepTrackProps = {
  total: number
  /** Counts from 1; 0 when nothing has begun. */
  current: number
  /** Gray and crossed out, for a process that was ended. */
  isMuted?: boolean | undefined
  /** The text alternative, for example "Step 2 of 6". */
  label: string
}

/** The progress of something as a thin line of segments. */
export function StepTrack({ total, current, isMuted, label }: StepTrackProps) {
  const steps = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <span role="img" aria-label={label} className={isMuted ? `${track} ${struck}` : track}>
      {steps.map((step) => {
        const place = step < current ? 'past' : step === current ? 'current' : 'ahead'
        return (
          <span
            key={step}
            className={isMuted ? `${segment[place]} ${mutedSegment[place]}` : segment[place]}
          />
        )
      })}
    </span>
  )
}
