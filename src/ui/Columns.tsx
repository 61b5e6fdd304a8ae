import { nice, ticks } from 'd3-array'
import { scaleBand } from 'd3-scale'
import * as styles from './Columns.css.ts'

/** The numbers of one color, one for each column. */
export type ColumnSeries = { label: string; ink: keyof typeof styles.column; values: readonly number[] }

type ColumnsProps = {
  /** What stands below each column. */
  labels: readonly string[]
  /** Drawn over each other, so that a later one may be a part of an earlier one. */
  series: readonly ColumnSeries[]
}

/** About this many lines above zero. */
const LINES = 3

/** The values at which lines are drawn, from zero to the top of the chart. All are whole numbers. */
export function linesFor(most: number): number[] {
  // With a top of 1, there would be a line between 0 and 1.
  const [bottom, top] = nice(0, Math.max(LINES, most), LINES)
  return ticks(bottom, top, LINES)
}

/** About this many labels fit below the columns. */
const LABELS = 6

/** A column chart of at most some fifty columns. Its numbers are in a table next to it, which screen readers get. */
export function Columns({ labels, series }: ColumnsProps) {
  const lines = linesFor(Math.max(...series.flatMap(({ values }) => values), 0))
  const heightOf = (value: number) => (value / (lines.at(-1) ?? 1)) * 100
  // In percent of the width, so that the chart scales without script.
  const across = scaleBand([...labels.keys()], [0, 100])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  const every = Math.ceil(labels.length / LABELS)
  return (
    <div className={styles.chart} aria-hidden="true">
      <div className={styles.scale}>
        {lines.toReversed().map((at) => (
          <span key={at}>{at.toLocaleString('en-US')}</span>
        ))}
      </div>
      <svg className={styles.plot}>
        {lines.map(heightOf).map((at) => (
          <line key={at} x1="0" x2="100%" y1={`${100 - at}%`} y2={`${100 - at}%`} className={styles.grid} />
        ))}
        {labels.map((label, index) => (
          <g key={label}>
            <title>
              {[label, ...series.map((one) => `${one.label}: ${one.values[index] ?? 0}`)].join(', ')}
            </title>
            {series.map(({ label: name, ink, values }) => {
              const height = heightOf(values[index] ?? 0)
              return (
                <rect
                  key={name}
                  x={`${(across(index) ?? 0).toFixed(2)}%`}
                  y={`${(100 - height).toFixed(2)}%`}
                  width={`${across.bandwidth().toFixed(2)}%`}
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
