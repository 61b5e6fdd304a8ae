import { bar, fill, progress } from './Bar.css.ts'

type BarProps = {
  value: number
  /** The value of the longest bar. */
  max: number
  strength?: keyof typeof fill | undefined
}

/** A bar whose length is its share of `max`; the number is written next to it. */
export function Bar({ value, max, strength = 'full' }: BarProps) {
  const share = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  return (
    <svg className={bar} aria-hidden="true">
      <rect width={`${share.toFixed(1)}%`} height="100%" rx="4" className={fill[strength]} />
    </svg>
  )
}

/** A progress bar from 0 to 1; `label` says of what. */
export function Progress({ share, label }: { share: number; label: string }) {
  return <progress className={progress} max={1} value={share} aria-label={label} />
}
