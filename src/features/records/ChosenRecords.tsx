import { useId } from 'react'
import { showDay } from '#domain/dates.ts'
import { recordCategoryLabels } from '#domain/records/categories.ts'
import { showFileSize } from '#domain/records/fileSize.ts'
import { typeLabel } from '#domain/records/fileTypes.ts'
import { FORWARDED_MAX } from '#domain/records/forwarding.ts'
import type { ForwardRecordsDialogQuery } from '#generated/graphql.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { error as errorClass, label as labelClass, mark } from '#ui/Field.css.ts'
import { Moment } from '../time/Moment.tsx'
import { about, choice, choices } from './Records.css.ts'

type Choosable = ForwardRecordsDialogQuery['patientRecords']['edges'][number]['node']

type Props = {
  records: readonly Choosable[]
  /** Why the chosen legal basis does not permit to forward it; `null` if it does. */
  closedBecause: (record: Choosable) => string | null
  hasMore: boolean
  chosen: readonly string[]
  /** The error if nothing is selected. */
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** Checkboxes for the records, and one for all. */
export function ChosenRecords({ records, closedBecause, hasMore, chosen, error, onChange }: Props) {
  const errorId = useId()
  if (records.length === 0) return <EmptyState text="No records yet" />
  const open = records.filter((record) => closedBecause(record) === null)
  const toggled = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className={choices} aria-describedby={error ? errorId : undefined}>
      <legend className={labelClass}>
        Records
        <span className={mark} aria-hidden="true">
          {' *'}
        </span>
      </legend>
      {open.length > 1 && (
        <Checkbox
          isSelected={open.every(({ id }) => chosen.includes(id))}
          onChange={(isAll) => onChange(isAll ? open.map(({ id }) => id) : [])}
        >
          All {open.length} records
        </Checkbox>
      )}
      <ul role="list" className={choice}>
        {records.map((record) => {
          const { id, fileName, fileSize, mimeType, description, category, serviceDate, createdAt } = record
          const closed = closedBecause(record)
          return (
            <li key={id}>
              <Checkbox
                isSelected={chosen.includes(id)}
                isDisabled={closed !== null && !chosen.includes(id)}
                onChange={(isChosen) => toggled(id, isChosen)}
                detail={
                  <span className={about}>
                    {closed && <span>{closed}</span>}
                    {category && <span>{recordCategoryLabels[category]}</span>}
                    {serviceDate && <span>Service on {showDay(serviceDate)}</span>}
                    <span>{typeLabel(mimeType)}</span>
                    <span>{showFileSize(fileSize)}</span>
                    <Moment at={createdAt} />
                    {description && <span>{description}</span>}
                  </span>
                }
              >
                {fileName}
              </Checkbox>
            </li>
          )
        })}
      </ul>
      {hasMore && <p>Showing the newest {FORWARDED_MAX}. To forward older ones, create another link.</p>}
      {error && (
        <p id={errorId} role="alert" className={errorClass}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
