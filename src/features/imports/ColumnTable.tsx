import { showDay } from '#domain/dates.ts'
import {
  type ImportField,
  importFields,
  importLabel,
  isDateField,
  type MappedColumn,
} from '#domain/imports/importColumns.ts'
import { type DateOrder, writtenDay } from '#domain/imports/importDates.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#ui/Table.tsx'
import { name, samples as samplesClass } from './Imports.css.ts'
import type { Column } from './useColumnChoices.ts'

type Props = {
  label: string
  columns: readonly Column[]
  mapping: readonly MappedColumn[]
  order: DateOrder
  map: (column: number, field: ImportField | null) => void
}

const LEFT_OUT = ''
const options = [
  { id: LEFT_OUT, label: 'Left out' },
  ...importFields.map((id) => ({ id, label: importLabel(id) })),
]

/** The columns of a file as table rows, with the interpretation of dates. */
export function ColumnTable({ label, columns, mapping, order, map }: Props) {
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>Column</HeadCell>
        <HeadCell>For Example</HeadCell>
        <HeadCell>Import As</HeadCell>
      </TableHead>
      <TableBody>
        {columns.map(({ column, name: header, samples }) => {
          const field = mapping.find((one) => one.column === column)?.field
          return (
            <Row key={column}>
              <Cell>
                <span className={name}>{header}</span>
              </Cell>
              <Cell phone="wide">
                <span className={samplesClass}>
                  {samples.length === 0 && <span>Empty in the first rows</span>}
                  {samples.map((text) => (
                    <span key={text}>{field && isDateField(field) ? readAs(text, order) : text}</span>
                  ))}
                </span>
              </Cell>
              <Cell phone="wide">
                <NativeSelect
                  label={`Import As: ${header}`}
                  options={options}
                  value={field ?? LEFT_OUT}
                  onChange={({ target }) =>
                    map(column, target.value === LEFT_OUT ? null : (target.value as ImportField))
                  }
                />
              </Cell>
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}

/** A date as written and as understood. */
function readAs(text: string, order: DateOrder): string {
  const day = writtenDay(text, order)
  return `${text} → ${day ? showDay(day) : 'no date'}`
}
