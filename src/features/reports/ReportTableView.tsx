import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import type { ReportCell } from '#domain/reports/clinicReport.ts'
import { Bar } from '#ui/Bar.tsx'
import { MomentDay } from '../time/Moment.tsx'
import { barCell, number, reportTable, tableScroll } from './ReportsScreen.css.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

function Shown({ cell }: { cell: ReportCell }) {
  if (cell === null) return '–'
  if (typeof cell === 'number') return cell.toLocaleString('en-US')
  if (typeof cell === 'object') return <MomentDay at={new Date(cell.at).toISOString()} />
  return day.test(cell) ? showDay(cell) : cell
}

const isNumber = (cell: ReportCell) =>
  typeof cell === 'number' || cell === null || (typeof cell === 'string' && /^[\d.]+%?$/.test(cell))

type Props = {
  title: string
  headings: readonly string[]
  rows: readonly ReportCell[][]
  /** The link of a row, on its first cell. */
  linkOf?: ((index: number) => { href: string; onClick?: (event: never) => void } | null) | undefined
  /** The column whose numbers are drawn as bars. */
  barOf?: number | undefined
}

/** A table of the Reports screen, optionally with a bar in each row. */
export function ReportTableView({ title, headings, rows, linkOf, barOf }: Props) {
  const numberOf = (row: readonly ReportCell[]) => (barOf === undefined ? 0 : Number(row[barOf] ?? 0))
  const most = Math.max(1, ...rows.map(numberOf))
  const first = (row: readonly ReportCell[], index: number): ReactNode => {
    const link = linkOf?.(index)
    const text = <Shown cell={row[0] ?? null} />
    return link ? <a {...(link as { href: string })}>{text}</a> : text
  }
  return (
    <div className={tableScroll}>
      <table className={reportTable} aria-label={title}>
        <thead>
          <tr>
            {headings.map((heading, at) => (
              <th key={heading} scope="col" className={isNumber(rows[0]?.[at] ?? '') ? number : undefined}>
                {heading}
              </th>
            ))}
            {barOf !== undefined && <td className={barCell} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={JSON.stringify(row)}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={headings[at]} scope="row">
                    {first(row, index)}
                  </th>
                ) : (
                  <td key={headings[at]} className={isNumber(cell) ? number : undefined}>
                    <Shown cell={cell} />
                  </td>
                ),
              )}
              {barOf !== undefined && (
                <td className={barCell}>
                  <Bar value={numberOf(row)} max={most} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
