import { muted as mutedSegment, segment, struck, track } from './StepTrack.css.ts'

type StepTrackProps = {
  total: number
  /** Counted from 1; 0 when nothing has begun. */
  current: number
  /** Grey and struck through: the way ended here. */
  isMuted?: boolean | undefined
  /** Read instead of the drawing, for example "Step 2 of 6". */
  label: string
}

/** How far something has come, as a slim line of segments. */
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
