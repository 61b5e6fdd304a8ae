import { useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { auditActions, auditResources, wordsOf } from '#domain/audit/descriptions.ts'
import { graphql } from '#generated/gql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { NativeDate } from '#ui/NativeDate.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { days, filterLine, wholeLine } from './AuditLogs.css.ts'
import { auditFilters, auditLink, noFilters } from './auditAddress.ts'
import { PatientFilter } from './PatientFilter.tsx'

export const auditPeopleQuery = graphql(`
  query AuditPeople { users(first: 100) { edges { node { id firstName lastName } } } }
`)

const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase())
const choices = (all: string, words: readonly string[]) => [
  { id: '', label: all },
  ...words.map((word) => ({ id: word, label: capital(wordsOf(word)) })),
]

const actionChoices = choices('All Actions', auditActions)
const resourceChoices = choices('All Resources', [...auditResources].sort())

const put = (name: string) => (event: { currentTarget: { value: string } }) =>
  changeAddress({ after: null, [name]: event.currentTarget.value || null })

type Props = {
  query: URLSearchParams
  /** The name of the user in the filter, for a user who is not in the list of people. */
  shownName: string | undefined
  /** The name of the patient in the filter, if one is set. */
  patientName: string | undefined
}

/** The filters of the audit log. Each choice is put into the URL at once. */
export function AuditFilters({ query, shownName, patientName }: Props) {
  const filters = auditFilters(query)
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <>
      <search className={filterLine} aria-label="Filters">
        <PeopleSelect userId={filters.userId} shownName={shownName} />
        <NativeSelect
          label="Action"
          options={actionChoices}
          value={filters.action ?? ''}
          onChange={put('action')}
        />
        <span className={wholeLine}>
          <NativeSelect
            label="Resource"
            options={resourceChoices}
            value={filters.resourceType ?? ''}
            onChange={put('resourceType')}
          />
        </span>
        <span className={days}>
          <NativeDate label="From" value={filters.fromDay ?? ''} onChange={put('fromDay')} />
          <NativeDate label="To" value={filters.toDay ?? ''} onChange={put('toDay')} />
        </span>
        {!filters.patientId && <PatientFilter />}
        {isNarrowed && <ButtonLink {...auditLink(query, noFilters)}>Clear Filters</ButtonLink>}
      </search>
      {filters.patientId && (
        <Chips label="Chart">
          <Chip
            {...auditLink(query, { after: null, readsOnly: null })}
            isCurrent={!filters.readsOnly}
          >{`Everything about ${patientName ?? 'this patient'}`}</Chip>
          <Chip
            {...auditLink(query, { after: null, action: null, readsOnly: 'true' })}
            isCurrent={filters.readsOnly === true}
          >
            Who Opened This Chart
          </Chip>
          <Chip {...auditLink(query, { after: null, patientId: null, readsOnly: null })}>All Patients</Chip>
        </Chips>
      )}
    </>
  )
}

function PeopleSelect({ userId, shownName }: { userId: string | undefined; shownName: string | undefined }) {
  const [{ data }] = useQuery({ query: auditPeopleQuery })
  const people = data?.users.edges.map(({ node }) => node) ?? []
  const isListed = !userId || people.some(({ id }) => id === userId)
  return (
    <NativeSelect
      label="Person"
      value={userId ?? ''}
      onChange={put('userId')}
      options={[
        { id: '', label: 'All People' },
        ...people.map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}` })),
        ...(isListed ? [] : [{ id: userId, label: shownName ?? 'A deleted user' }]),
      ]}
    />
  )
}
