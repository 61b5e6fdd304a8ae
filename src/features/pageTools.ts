import type { TypedDocumentNode } from '@graphql-typed-document-node/core'

/** Runs a document as the page's visitor. Throws the `Failure` of a refusal. */
export type Run = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** What the code behind a page gets from the page. */
export type PageTools = {
  run: Run
  /** Reads the form that was posted. Throws a `Failure` if it is none. */
  postedForm: () => Promise<FormData>
}
