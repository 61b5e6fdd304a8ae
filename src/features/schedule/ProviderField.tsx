import { useQuery } from 'urql'
import { graphql } from '#generated/gql.ts'
import { SelectField, type SelectOption } from '#ui/SelectField.tsx'
import { fullName } from '../patients/PatientRow.ts'

const providersQuery = graphql(`
  query ProviderField { assignableUsers { id firstName lastName role } }
`)

type Person = { id: string; firstName: string; lastName: string; role?: string }

/**
 * The possible providers: all active users, but no attorneys except the assigned one. Includes the current provider,
 * who may be inactive.
 */
export function useProviders(
  patient: { assignedAttorney?: { id: string } | null } | null,
  current: Person | undefined,
): SelectOption[] {
  const [{ data }] = useQuery({ query: providersQuery })
  const assignable: readonly Person[] = data?.assignableUsers ?? []
  const isListed = assignable.some(({ id }) => id === current?.id)
  return [...assignable, ...(current && !isListed ? [current] : [])].map((one) => {
    const isForeign = one.role === 'attorney' && patient !== null && patient.assignedAttorney?.id !== one.id
    const detail = isForeign ? 'This patient is not assigned to this attorney' : labels[one.role ?? '']
    return { id: one.id, label: fullName(one), detail, isDisabled: isForeign && one.id !== current?.id }
  })
}

const labels: Record<string, string> = { admin: 'Administrator', staff: 'Staff', attorney: 'Attorney' }

type Props = { options: readonly SelectOption[]; value: string | null; onChange: (id: string) => void }

/** The field for the provider. */
export function ProviderField(props: Props) {
  return (
    <SelectField
      {...props}
      name="providerId"
      label="Provider"
      isRequired
      placeholder="Choose who sees the patient"
    />
  )
}
