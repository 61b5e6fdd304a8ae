import type { CSSProperties } from 'react'
import { muted as mutedSegments, segments, struck, track } from './StepTrack.css.ts'

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
  const counts = { past: Math.max(current - 1, 0), current: Math.min(current, 1), ahead: total - current }
  const places = (Object.keys(counts) as (keyof typeof counts)[]).filter((place) => counts[place] > 0)
  return (
    <span role="img" aria-label={label} className={isMuted ? `${track} ${struck}` : track}>
      {places.map((place) => (
        <span
          key={place}
          className={isMuted ? `${segments[place]} ${mutedSegments[place]}` : segments[place]}
          style={{ '--segments': counts[place] } as CSSProperties}
        />
      ))}
    </span>
  )
}
