import { bar, pulse, row, rows as rowsClass } from './Skeleton.css.ts'

/** A placeholder for rows, on first load only. */
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

/** A placeholder for one number. */
export function Pulse() {
  return <span className={pulse} role="status" aria-label="Loading..." />
}
