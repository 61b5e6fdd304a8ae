import * as styles from './Columns.css.ts'

/** The numbers of one color, one for each column. */
export type ColumnSeries = { label: string; ink: keyof typeof styles.column; values: readonly number[] }

type ColumnsProps = {
  /** What stands below each column. */
  labels: readonly string[]
  /** Drawn over each other, so that a later one may be a part of an earlier one. */
  series: readonly ColumnSeries[]
}

/** The smallest of 4, 6, 8, 10, 20, 40, 60, ... that is not below the highest column, so that half of it is whole. */
function topOf(most: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))))
  return (
    [4, 6, 8, 10, 20].map((step) => (most < 10 ? step : (step / 2) * power)).find((top) => top >= most) ??
    most
  )
}

/** About this many labels fit below the columns. */
const LABELS = 6

/** A column chart of at most some fifty columns. Its numbers are in a table next to it, which screen readers get. */
export function Columns({ labels, series }: ColumnsProps) {
  const top = topOf(Math.max(...series.flatMap(({ values }) => values), 0))
  const [wide, every] = [100 / labels.length, Math.ceil(labels.length / LABELS)]
  return (
    <div className={styles.chart} aria-hidden="true">
      <div className={styles.scale}>
        {[top, top / 2, 0].map((at) => (
          <span key={at}>{at.toLocaleString('en-US')}</span>
        ))}
      </div>
      <svg className={styles.plot}>
        {[0, 50, 100].map((at) => (
          <line key={at} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} className={styles.grid} />
        ))}
        {labels.map((label, index) => (
          <g key={label}>
            <title>
              {[label, ...series.map((one) => `${one.label}: ${one.values[index] ?? 0}`)].join(', ')}
            </title>
            {series.map(({ label: name, ink, values }) => {
              const height = ((values[index] ?? 0) / top) * 100
              return (
                <rect
                  key={name}
                  x={`${((index + 0.15) * wide).toFixed(2)}%`}
                  y={`${(100 - height).toFixed(2)}%`}
                  width={`${(0.7 * wide).toFixed(2)}%`}
                  height={`${height.toFixed(2)}%`}
                  className={styles.column[ink]}
                />
              )
            })}
          </g>
        ))}
      </svg>
      <div className={styles.labels}>
        {labels.map((label, index) => (
          <span key={label}>{index % every === 0 && label}</span>
        ))}
      </div>
      {series.length > 1 && (
        <div className={styles.legend}>
          {series.map(({ label, ink }) => (
            <span key={label} className={styles.entry}>
              <svg className={styles.swatch}>
                <rect width="100%" height="100%" className={styles.column[ink]} />
              </svg>
              {label}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
