import type { Role } from '#domain/access/actor.ts'
import { PAGE } from '#domain/paging.ts'
import {
  type PatientSort,
  patientSorts,
  type SortDirection,
  sortDirections,
} from '#domain/patients/listing.ts'
import { isPatientStatus } from '#domain/patients/status.ts'
import type { PatientListQueryVariables } from '#generated/graphql.ts'

const oneOf = <Word extends string>(words: readonly Word[], value: string | null): Word | undefined =>
  words.find((word) => word === value)

/**
 * What the address asks the list for. Page and island read it the same way, so that what was rendered on the server
 * is what the browser would ask for. Words nobody knows are ignored, as an old link should still open.
 */
export function listVariables(query: URLSearchParams, { role }: { role: Role }): PatientListQueryVariables {
  const status = query.get('status')
  const before = query.get('before')
  const after = query.get('after')
  const sort: PatientSort | undefined = oneOf(patientSorts, query.get('sort'))
  const direction: SortDirection | undefined = oneOf(sortDirections, query.get('direction'))
  return {
    ...(before ? { last: PAGE.size, before } : { first: PAGE.size, ...(after && { after }) }),
    ...(isPatientStatus(status) && { status }),
    ...(query.get('search') && { search: query.get('search') }),
    ...(sort && { sort }),
    ...(direction && { direction }),
    // Which status a locked chart has is not told.
    ...(role === 'staff' && !query.get('status') && { isNamingLocked: true }),
  }
}

/** Parameters that name a page of a list; anything that changes the list starts at its first page. */
export const firstPage = { after: null, before: null }
