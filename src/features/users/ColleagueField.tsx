import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { graphql } from '#generated/gql.ts'
import { SelectField, type SelectOption } from '#ui/SelectField.tsx'
import { fullName } from '../patients/PatientRow.ts'

const people = graphql(`query ColleagueField { assignableUsers { id firstName lastName } }`)

type ColleagueFieldProps = {
  label: string
  value: string
  onChange: (id: string) => void
  error: string | undefined
  /** The user who cannot be chosen. */
  exceptId?: string
  /** Further choices, after the users. */
  more?: readonly SelectOption[] | undefined
}

/** Selects a user of the clinic. The signed-in user is listed first. */
export function ColleagueField({ exceptId, more = [], ...field }: ColleagueFieldProps) {
  const { viewer } = useFrame()
  const [{ data }] = useQuery({ query: people, requestPolicy: 'cache-and-network' })
  const others = (data?.assignableUsers ?? []).filter(({ id }) => id !== viewer.id && id !== exceptId)
  return (
    <SelectField
      {...field}
      options={[
        { id: viewer.id, label: `${fullName(viewer)} (You)` },
        ...others.map((one) => ({ id: one.id, label: fullName(one) })),
        ...more,
      ]}
    />
  )
}
