import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { createRequest, formatDocument } from '@urql/core'

/** Runs a document in process, as the page's visitor. */
export async function run<Data, Variables extends object>(
  { visit, doors }: App.Locals,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  // The build has turned it into text (astro.config.mjs).
  const { query } = createRequest(document, variables as never)
  return (await doors.run(visit, formatDocument(query) as never, variables as never)) as Data
}

/** The same for the code behind a page, which belongs to the page's feature. */
export const runAs =
  (locals: App.Locals) =>
  <Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> =>
    run(locals, document, variables)
