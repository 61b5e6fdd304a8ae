import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useFrame } from '#client/frame.ts'
import { showExactly } from '#domain/dates.ts'
import { paper } from './reports.css.ts'

/** A report to print. */
export type Printed = {
  title: string
  columns: readonly string[]
  rows: readonly unknown[][]
  isCut: boolean
}

const words = (column: string) =>
  column.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

/** Prints a report instead of the screen and unmounts after printing. */
export function ReportPaper({ printed, onPrinted }: { printed: Printed; onPrinted: () => void }) {
  const { now, timeZone } = useFrame()
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  return createPortal(
    <div className={paper}>
      <h1>{printed.title}</h1>
      <p>
        {showExactly(now, timeZone)}, {printed.rows.length.toLocaleString('en-US')} rows
        {printed.isCut && ' shown. The CSV file has the complete report.'}
      </p>
      <table>
        <thead>
          <tr>
            {printed.columns.map((column) => (
              <th key={column}>{words(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.rows.map((row) => (
            <tr key={String(row.at(-1))}>
              {row.map((cell, at) => (
                <td key={printed.columns[at]}>{cell === null ? '' : String(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
