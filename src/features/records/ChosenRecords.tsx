import { useId } from 'react'
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
  hasMore: boolean
  chosen: readonly string[]
  /** The error if nothing is selected. */
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** Checkboxes for the records, and one for all. */
export function ChosenRecords({ records, hasMore, chosen, error, onChange }: Props) {
  const errorId = useId()
  if (records.length === 0) return <EmptyState text="No records yet" />
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
      {records.length > 1 && (
        <Checkbox
          isSelected={chosen.length === records.length}
          onChange={(isAll) => onChange(isAll ? records.map(({ id }) => id) : [])}
        >
          All {records.length} records
        </Checkbox>
      )}
      <ul role="list" className={choice}>
        {records.map(({ id, fileName, fileSize, mimeType, description, createdAt }) => (
          <li key={id}>
            <Checkbox
              isSelected={chosen.includes(id)}
              onChange={(isChosen) => toggled(id, isChosen)}
              detail={
                <span className={about}>
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
        ))}
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
