import { useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { useFrame } from '#client/frame.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { NativeDate } from '#ui/NativeDate.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { ExportReportsButton } from './ExportReportsButton.tsx'
import { ends, filterLine } from './ReportsScreen.css.ts'
import { into, noFilters, reportsFilters } from './reportsAddress.ts'

export const reportChoicesQuery = graphql(`
  query ReportChoices {
    assignableUsers { id firstName lastName role }
    consentTemplates { id name }
  }
`)

const put = (name: string) => (event: { currentTarget: { value: string } }) =>
  changeAddress({ [name]: event.currentTarget.value || null })

type Choice = { id: string; label: string }

/** The choices of a filter. One that is not among them, such as a former user, stays chosen. */
const withChosen = (all: string, choices: readonly Choice[], chosen: string | undefined): Choice[] => [
  { id: '', label: all },
  ...choices,
  ...(chosen && !choices.some(({ id }) => id === chosen) ? [{ id: chosen, label: 'No longer listed' }] : []),
]

type Props = { query: URLSearchParams; period: { fromDay: string; toDay: string } | undefined }

/** The filters of the reports. Each choice is put into the URL at once. */
export function ReportsFilters({ query, period }: Props) {
  const { viewer } = useFrame()
  const [{ data }] = useQuery({ query: reportChoicesQuery })
  const filters = reportsFilters(query)
  const people = (data?.assignableUsers ?? []).flatMap(({ id, firstName, lastName, role }) =>
    role === 'admin' ? [] : [{ id, label: `${firstName} ${lastName}` }],
  )
  const templates = (data?.consentTemplates ?? []).map(({ id, name }) => ({ id, label: name }))
  return (
    <search className={filterLine} aria-label="Filters">
      <NativeDate label="From" value={filters.fromDay ?? period?.fromDay ?? ''} onChange={put('fromDay')} />
      <NativeDate label="To" value={filters.toDay ?? period?.toDay ?? ''} onChange={put('toDay')} />
      {viewer.role !== 'attorney' && (
        <NativeSelect
          label="Attorney"
          options={withChosen('All Attorneys', people, filters.attorneyId)}
          value={filters.attorneyId ?? ''}
          onChange={put('attorneyId')}
        />
      )}
      <NativeSelect
        label="Consent Template"
        options={withChosen('All Templates', templates, filters.templateId)}
        value={filters.templateId ?? ''}
        onChange={put('templateId')}
      />
      {Object.keys(filters).length > 0 && <ButtonLink {...into(query, noFilters)}>Clear Filters</ButtonLink>}
      <span className={ends}>
        <ExportReportsButton />
        <Button size="small" icon="print" onClick={() => window.print()}>
          Print
        </Button>
      </span>
    </search>
  )
}
