import { useQuery } from 'urql'
import { roleLabels } from '#domain/access/actor.ts'
import { isDateField } from '#domain/imports/importColumns.ts'
import { dateOrderLabel, dateOrders } from '#domain/imports/importDates.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { NO_EMAIL } from '#domain/patients/noEmail.ts'
import { initialStatuses, statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { choices } from './Imports.css.ts'
import type { useColumnChoices } from './useColumnChoices.ts'

const Assignable = graphql(`query ForAllPatients { assignableUsers { id firstName lastName role } }`)

const statuses = initialStatuses.map((id) => ({ id, label: statusLabel(id) }))
const orders = dateOrders.map((id) => ({ id, label: dateOrderLabel[id] }))

/** The choices that apply to all patients of the file. */
export function ForAllPatients(choice: ReturnType<typeof useColumnChoices>) {
  const [{ data }] = useQuery({ query: Assignable })
  const { mapping, hasEmail, withoutEmail, status, assignee, order, system } = choice
  const people = (data?.assignableUsers ?? []).filter(({ role }) => role !== 'admin')
  return (
    <div className={choices}>
      <SelectField
        name="withoutEmail"
        label={hasEmail ? 'Rows Without an E-Mail' : 'This File Has No E-Mail'}
        options={[
          { id: 'mark', label: `Import with “${NO_EMAIL}”` },
          { id: 'refuse', label: 'Report as errors' },
        ]}
        value={withoutEmail}
        onChange={(id) => choice.setWithoutEmail(id as typeof withoutEmail)}
        description={
          withoutEmail === 'mark'
            ? 'These patients can’t receive e-mail until you add an address. They can sign at the clinic or on paper.'
            : undefined
        }
      />
      <SelectField
        name="status"
        label="Status"
        options={statuses}
        value={status}
        onChange={(id) => choice.setStatus(id as typeof status)}
        description={
          status === 'consent_signed' || status === 'schedulable'
            ? 'Consent is recorded as given today, with no form on file.'
            : undefined
        }
      />
      <SelectField
        name="assignedAttorney"
        label="Assigned To"
        options={[
          { id: UNASSIGNED, label: 'Unassigned' },
          ...people.map((user) => ({ id: user.id, label: fullName(user), detail: roleLabels[user.role] })),
        ]}
        value={people.some(({ id }) => id === assignee) ? assignee : UNASSIGNED}
        onChange={choice.setAssignee}
      />
      {system !== null && (
        <TextField
          name="identifierSystem"
          label="System of the IDs"
          isRequired
          value={system}
          onChange={choice.setSystem}
          description="Name the system the same way in every file. Programs find patients by this name and the ID."
        />
      )}
      {mapping.some(({ field }) => isDateField(field)) && (
        <SelectField
          name="dateOrder"
          label="Dates Are Written As"
          options={orders}
          value={order}
          onChange={(id) => choice.setOrder(id as typeof order)}
          description="With the year in front, either is understood."
        />
      )}
    </div>
  )
}
