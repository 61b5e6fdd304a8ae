import { useState } from 'react'
import { type ImportField, type MappedColumn, takesSeveral } from '#domain/imports/importColumns.ts'
import type { DateOrder } from '#domain/imports/importDates.ts'
import type { WithoutEmail } from '#domain/imports/patientImport.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import type { initialStatuses } from '#domain/patients/status.ts'
import type { ImportColumnsQuery } from '#generated/graphql.ts'
import type { WholeImport } from './importDocuments.ts'

export type Columns = ImportColumnsQuery['patientImportColumns']
export type Column = Columns['columns'][number]
type Status = (typeof initialStatuses)[number]

/** The choices for a file: those saved before, or the guesses from its columns. */
export function useColumnChoices(one: WholeImport, { columns, dateOrder }: Columns) {
  const guessed = columns.flatMap(({ column, guess }) =>
    guess ? [{ column, field: guess as ImportField }] : [],
  )
  const wasChosen = one.mapping.length > 0
  const [mapping, setMapping] = useState<readonly MappedColumn[]>(
    wasChosen ? (one.mapping as MappedColumn[]) : guessed,
  )
  const hasEmail = mapping.some(({ field }) => field === 'email')
  const [order, setOrder] = useState<DateOrder>(one.dateOrder ?? dateOrder)
  const [withoutEmail, setWithoutEmail] = useState<WithoutEmail>(
    one.withoutEmail ?? (hasEmail ? 'refuse' : 'mark'),
  )
  const [status, setStatus] = useState<Status>((one.status as Status | null) ?? 'pending_consent')
  const idColumn = mapping.find(({ field }) => field === 'identifier')?.column
  const [system, setSystem] = useState(one.identifierSystem)
  const [assignee, setAssignee] = useState(one.assignedAttorneyId ?? UNASSIGNED)

  /** A field takes one column, so mapping another one replaces it, unless the field joins several. */
  function map(column: number, field: ImportField | null): void {
    const others = mapping.filter((other) => {
      const isTaken = other.field === field && field !== null && !takesSeveral(field)
      return other.column !== column && !isTaken
    })
    setMapping(field ? [...others, { column, field }].sort((a, b) => a.column - b.column) : others)
  }

  return {
    ...{ mapping, map, hasEmail, order, setOrder, withoutEmail, setWithoutEmail },
    ...{ status, setStatus, assignee, setAssignee, setSystem },
    /** The system of the identifiers: as typed, or the name of their column; `null` without such a column. */
    system: idColumn === undefined ? null : (system ?? columns[idColumn]?.name ?? ''),
    input: {
      importId: one.id,
      mapping: [...mapping],
      dateOrder: order,
      withoutEmail,
      status,
      assignedAttorney: assignee === UNASSIGNED ? null : assignee,
      identifierSystem: idColumn === undefined ? null : system,
    },
  }
}
