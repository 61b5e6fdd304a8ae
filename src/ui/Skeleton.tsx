import { bar, pulse, row, rows as rowsClass } from './Skeleton.css.ts'

/** Stands for rows that are on their way, the first time only. */
export function Skeleton({ rows = 3, label = 'Loading...' }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className={rowsClass}>
      {Array.from({ length: rows }, (_, index) => index).map((key) => (
        <div key={key} className={row}>
          <span className={bar} />
          <span className={bar} />
          <span className={bar} />
        </div>
      ))}
    </div>
  )
}

/** Stands for one figure that is on its way. */
export function Pulse() {
  return <span className={pulse} role="status" aria-label="Loading..." />
}
