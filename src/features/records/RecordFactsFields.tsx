import { recordCategories, recordCategoryLabels } from '#domain/records/categories.ts'
import type { RecordCategory } from '#generated/graphql.ts'
import { DateField } from '#ui/DateField.tsx'
import { FieldPair } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'

/** The category and the service date of a record; empty if unknown. */
export type RecordFacts = { category: RecordCategory | ''; serviceDate: string }

type Props = { facts: RecordFacts; max: string; onChange: (facts: RecordFacts) => void }

/** The options of a field for a category. */
export const categoryOptions = recordCategories.map((id) => ({ id, label: recordCategoryLabels[id] }))

/** Asks for what decides whether a consent form covers a record. `max` is the clinic's current day. */
export function RecordFactsFields({ facts, max, onChange }: Props) {
  return (
    <FieldPair>
      <SelectField
        name="category"
        label="Category"
        options={[{ id: '', label: 'No category' }, ...categoryOptions]}
        value={facts.category}
        onChange={(category) => onChange({ ...facts, category: category as RecordFacts['category'] })}
      />
      <DateField
        name="serviceDate"
        label="Service Date"
        max={max}
        value={facts.serviceDate}
        onChange={(serviceDate) => onChange({ ...facts, serviceDate })}
      />
    </FieldPair>
  )
}
