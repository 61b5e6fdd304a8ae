import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { formatDocument } from '@urql/core'

/** Runs a document in process, as the page's visitor. */
export async function run<Data, Variables extends object>(
  { context, transports }: App.Locals,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return (await transports.run(context, formatDocument(document) as never, variables as never)) as Data
}

/** The same for the code behind a page, which belongs to the page's feature. */
export const runAs =
  (locals: App.Locals) =>
  <Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> =>
    run(locals, document, variables)
