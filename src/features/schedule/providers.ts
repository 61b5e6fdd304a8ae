import { useQuery } from 'urql'
import { graphql } from '#generated/gql.ts'
import type { Provider } from './providerLook.ts'

export const scheduleProvidersQuery = graphql(`
  query ScheduleProviders { assignableUsers { id firstName lastName } }
`)

/** Everyone with whom an appointment can be booked; none before they are loaded. */
export function useAssignable(): readonly Provider[] {
  const [{ data }] = useQuery({ query: scheduleProvidersQuery })
  return data?.assignableUsers ?? []
}
