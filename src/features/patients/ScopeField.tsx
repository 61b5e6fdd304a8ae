import {
  coverableCategories,
  type RecordCategory,
  recordCategoryLabels,
  type SensitiveCategory,
  sensitiveCategories,
} from '#domain/records/categories.ts'
import type { AuthorizationScopeInput } from '#generated/graphql.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { error as errorClass, label as labelClass } from '#ui/Field.css.ts'
import { FieldPair } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { choice, group } from './ScopeField.css.ts'

const ALL = 'all'
const CHOSEN = 'chosen'

/** The chosen scope. An empty date sets no limit. */
export type ChosenScope = {
  categories: readonly RecordCategory[] | null
  sensitive: readonly SensitiveCategory[]
  serviceFrom: string
  serviceTo: string
}

export const everyRecord: ChosenScope = { categories: null, sensitive: [], serviceFrom: '', serviceTo: '' }

/** The chosen scope as the API takes it. */
export const asScopeInput = (scope: ChosenScope): AuthorizationScopeInput => ({
  categories: scope.categories && [...scope.categories],
  sensitive: scope.categories ? [] : [...scope.sensitive],
  serviceFrom: scope.serviceFrom || null,
  serviceTo: scope.serviceTo || null,
})

type Props = {
  scope: ChosenScope
  errors: Record<string, string | undefined>
  onChange: (scope: ChosenScope) => void
}

/** Which records a new form covers: all, or those of chosen categories and service dates. */
export function ScopeField({ scope, errors, onChange }: Props) {
  const { categories, sensitive, serviceFrom, serviceTo } = scope
  return (
    <>
      <SelectField
        name="scope"
        label="Records That the Form Covers"
        value={categories ? CHOSEN : ALL}
        onChange={(id) => onChange({ ...scope, categories: id === ALL ? null : [] })}
        options={[
          { id: ALL, label: 'All records' },
          { id: CHOSEN, label: 'Only chosen categories' },
        ]}
        description={
          categories
            ? 'Records without a category are not covered.'
            : 'Sensitive records are covered only if you check them. Psychotherapy notes always need a separate form.'
        }
      />
      {categories ? (
        <Choices
          legend="Categories"
          options={coverableCategories}
          chosen={categories}
          error={errors['scope.categories'] ?? errors.scope}
          onChange={(chosen) => onChange({ ...scope, categories: chosen })}
        />
      ) : (
        <Choices
          legend="Also Include"
          options={sensitiveCategories}
          chosen={sensitive}
          error={errors['scope.sensitive'] ?? errors.scope}
          onChange={(chosen) => onChange({ ...scope, sensitive: chosen })}
        />
      )}
      <FieldPair>
        <DateField
          name="serviceFrom"
          label="Service Dates From"
          value={serviceFrom}
          error={errors['scope.serviceFrom']}
          onChange={(value) => onChange({ ...scope, serviceFrom: value })}
          description="Optional. Records without a service date are then not covered."
        />
        <DateField
          name="serviceTo"
          label="Service Dates To"
          value={serviceTo}
          error={errors['scope.serviceTo']}
          onChange={(value) => onChange({ ...scope, serviceTo: value })}
        />
      </FieldPair>
    </>
  )
}

type ChoicesProps<Option extends RecordCategory> = {
  legend: string
  options: readonly Option[]
  chosen: readonly Option[]
  error: string | undefined
  onChange: (chosen: readonly Option[]) => void
}

function Choices<Option extends RecordCategory>(props: ChoicesProps<Option>) {
  const { legend, options, chosen, error, onChange } = props
  return (
    <fieldset className={group}>
      <legend className={labelClass}>{legend}</legend>
      <div className={choice}>
        {options.map((option) => (
          <Checkbox
            key={option}
            isSelected={chosen.includes(option)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, option] : chosen.filter((one) => one !== option))
            }
          >
            {recordCategoryLabels[option]}
          </Checkbox>
        ))}
      </div>
      {error && (
        <p role="alert" className={errorClass}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
