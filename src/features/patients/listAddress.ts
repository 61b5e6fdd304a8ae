import { linksInto } from '#client/linksInto.ts'
import type { Role } from '#domain/access/actor.ts'
import { paths } from '#domain/access/screens.ts'
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
 * The list query for a URL. Page and island both use it, so that the browser reuses the server's data.
 * Unknown values are ignored, so that old links still work.
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
    // The status of a restricted chart must not be revealed.
    ...(role === 'staff' && !query.get('status') && { isNamingLocked: true }),
  }
}

/** In the URL after Enter in the search field: the list opens the patient if it finds only one. */
export const OPEN_ONLY = 'open_only'

/** The paging parameters; a change of filters returns to the first page. */
export const firstPage = { after: null, before: null }

/** Creates links to the patient list. */
export const into = linksInto(paths.patients)
