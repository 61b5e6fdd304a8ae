import { linksInto } from '#client/linksInto.ts'
import type { Role } from '#domain/access/actor.ts'
import { paths } from '#domain/access/screens.ts'
import { PAGE } from '#domain/paging.ts'
import { isNarrowed, narrowingFilters, narrowingNames } from '#domain/patients/filters.ts'
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
 * The list query for a URL. Page and island both use it, so that the browser reuses the server's data.
 * Unknown values are ignored, so that old links still work.
 */
export function listVariables(query: URLSearchParams, { role }: { role: Role }): PatientListQueryVariables {
  const status = query.get('status')
  const before = query.get('before')
  const after = query.get('after')
  const sort: PatientSort | undefined = oneOf(patientSorts, query.get('sort'))
  const direction: SortDirection | undefined = oneOf(sortDirections, query.get('direction'))
  const filters = narrowingFilters(query)
  return {
    ...(before ? { last: PAGE.size, before } : { first: PAGE.size, ...(after && { after }) }),
    ...(isPatientStatus(status) && { status }),
    ...(query.get('search') && { search: query.get('search') }),
    ...filters,
    ...(sort && { sort }),
    ...(direction && { direction }),
    // Nothing but the name of a restricted chart must be revealed.
    ...(role === 'staff' && !query.get('status') && !isNarrowed(filters) && { isNamingLocked: true }),
  }
}

/** In the URL after Enter in the search field: the list opens the patient if it finds only one. */
export const OPEN_ONLY = 'open_only'

/** The paging parameters; a change of filters returns to the first page. */
export const firstPage = { after: null, before: null }

/** Removes the filters by assignee, dates and days in status. */
export const noNarrowing: Record<string, null> = Object.fromEntries(
  narrowingNames.map((name) => [name, null]),
)

/** Creates links to the patient list. */
export const into = linksInto(paths.patients)
