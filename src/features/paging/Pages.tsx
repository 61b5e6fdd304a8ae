import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { PAGE } from '#domain/paging.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { more } from './Pages.css.ts'

type Connection<Node> = {
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
  edges: readonly { node: Node }[]
}

type PagesProps<Data, Variables extends object, Node> = {
  document: TypedDocumentNode<Data, Variables>
  variables: NoInfer<Omit<Variables, 'first' | 'after'>>
  connectionOf: (data: Data) => Connection<Node>
  /** The cursor after which to start, if earlier rows are already shown. */
  after?: string | null | undefined
  /** Shown if the first page has no rows. A list without it is hidden then, and while its first page loads. */
  empty?: ReactNode
  /** The error text if the server gives no reason. */
  fallback: string
  /** The label of the button for the next page. */
  moreLabel?: string | undefined
  children: (nodes: readonly Node[]) => ReactNode
}

/**
 * A list with a button to load the next page. Each page starts at the current end of the page above, so that
 * changes above neither hide nor repeat rows.
 */
export function Pages<Data, Variables extends object, Node>(props: PagesProps<Data, Variables, Node>) {
  const { document, variables, connectionOf, after, empty, fallback, children } = props
  const [{ data, error }] = useQuery({
    query: document,
    variables: { ...variables, first: PAGE.size, ...(after && { after }) } as unknown as Variables,
  })
  if (error && !data) {
    return (
      <Banner tone="critical" isAlert>
        {errorMessage(error, fallback).message}
      </Banner>
    )
  }
  if (!data) return empty || after ? <Skeleton rows={after ? 1 : 3} /> : null
  const { edges, pageInfo } = connectionOf(data)
  return (
    <>
      {edges.length > 0 ? children(edges.map(({ node }) => node)) : !after && empty}
      <MorePages {...props} pageInfo={pageInfo} />
    </>
  )
}

type MoreProps<Data, Variables extends object, Node> = PagesProps<Data, Variables, Node> & {
  /** The page info of the page above. */
  pageInfo: Connection<Node>['pageInfo']
}

/** The further pages of a list whose first page is already loaded. */
export function MorePages<Data, Variables extends object, Node>({
  pageInfo,
  ...props
}: MoreProps<Data, Variables, Node>) {
  const [isOpen, setOpen] = useState(false)
  if (!pageInfo.hasNextPage) return null
  if (isOpen) return <Pages {...props} after={pageInfo.endCursor} />
  return (
    <div className={more}>
      <Button size="small" onClick={() => setOpen(true)}>
        {props.moreLabel ?? 'Show More'}
      </Button>
    </div>
  )
}
