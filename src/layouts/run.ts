import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { formatDocument } from '@urql/core'

/** Runs a document in process, as the page's visitor. */
export function run<Data, Variables extends Record<string, unknown>>(
  { context, transports }: Pick<App.Locals, 'context' | 'transports'>,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  // The format adds `__typename` and keeps the types, but its own type makes them optional.
  const formatted = formatDocument(document) as TypedDocumentNode<Data, Variables>
  return transports.run(context, formatted, variables)
}

/** The same for the code behind a page, which belongs to the page's feature. */
export const runAs =
  (locals: Parameters<typeof run>[0]) =>
  <Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> =>
    run(locals, document, variables)
