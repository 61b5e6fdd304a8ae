import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { createRequest, type SSRData } from '@urql/core'
import { Failure } from '#domain/errors.ts'
import { run } from './run.ts'

/** Runs a query and stores the result for every island of this page. */
export async function preload<Data, Variables extends Record<string, unknown>>(
  locals: App.Locals,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const data = await run(locals, document, variables)
  locals.preloaded[createRequest(document, variables).key] = { data: JSON.stringify(data) }
  return data
}

/** The same for a query that needs a role: returns `false` and audits the denial if the user lacks it. */
export async function preloadIfAllowed<Data, Variables extends Record<string, unknown>>(
  locals: App.Locals,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<boolean> {
  try {
    await preload(locals, document, variables)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'forbidden') return false
    throw error
  }
}

/**
 * The results as text for an inert script. It escapes everything that could end the element. The results are
 * already JSON and are not quoted again.
 */
export const inert = (results: SSRData): string =>
  `{${Object.entries(results).map(([key, { data }]) => `"${key}":${data}`)}}`.replaceAll('<', '\\u003c')
