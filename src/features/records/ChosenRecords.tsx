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
  /** Whether the chosen legal basis permits to forward it. */
  isCovered: (record: Choosable) => boolean
  hasMore: boolean
  chosen: readonly string[]
  /** The error if nothing is selected. */
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** Checkboxes for the records, and one for all. */
export function ChosenRecords({ records, isCovered, hasMore, chosen, error, onChange }: Props) {
  const errorId = useId()
  if (records.length === 0) return <EmptyState text="No records yet" />
  const covered = records.filter(isCovered)
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
      {covered.length > 1 && (
        <Checkbox
          isSelected={covered.every(({ id }) => chosen.includes(id))}
          onChange={(isAll) => onChange(isAll ? covered.map(({ id }) => id) : [])}
        >
          All {covered.length} records
        </Checkbox>
      )}
      <ul role="list" className={choice}>
        {records.map((record) => {
          const { id, fileName, fileSize, mimeType, description, category, serviceDate, createdAt } = record
          const isOpen = covered.includes(record)
          return (
            <li key={id}>
              <Checkbox
                isSelected={chosen.includes(id)}
                isDisabled={!isOpen && !chosen.includes(id)}
                onChange={(isChosen) => toggled(id, isChosen)}
                detail={
                  <span className={about}>
                    {!isOpen && <span>Not covered by the signed form</span>}
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
