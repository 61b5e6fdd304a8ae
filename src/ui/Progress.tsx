import { progress } from './Progress.css.ts'

/** A progress bar from 0 to 1; `label` says of what. */
export function Progress({ share, label }: { share: number; label: string }) {
  return <progress className={progress} max={1} value={share} aria-label={label} />
}
