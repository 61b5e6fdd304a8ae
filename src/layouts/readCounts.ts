import { countsQuery } from '#features/frame/counted.ts'
import type { CountsQuery } from '#generated/graphql.ts'
import { preload } from './preload.ts'

/** Loads the counts in the navigation of a screen. */
export async function readCounts(locals: App.Locals): Promise<CountsQuery['counts']> {
  return (await preload(locals, countsQuery, {})).counts
}
