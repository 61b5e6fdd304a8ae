import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { toldFailure } from '#client/failure.ts'
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
  /** Where the rows go on, when those before are shown already. */
  after?: string | null | undefined
  /** Instead of rows, when the first page has none. */
  empty?: ReactNode
  /** Said when the server gives no reason. */
  fallback: string
  /** Name of the button that shows the next page. */
  moreLabel?: string | undefined
  children: (nodes: readonly Node[]) => ReactNode
}

/**
 * A list that grows by a page when asked to. Each page begins where the one above it ends now, so that a row added or
 * taken out above neither hides nor repeats one below.
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
        {toldFailure(error, fallback).message}
      </Banner>
    )
  }
  if (!data) return <Skeleton rows={after ? 1 : 3} />
  const { edges, pageInfo } = connectionOf(data)
  return (
    <>
      {edges.length > 0 ? children(edges.map(({ node }) => node)) : !after && empty}
      <MorePages {...props} pageInfo={pageInfo} />
    </>
  )
}

type MoreProps<Data, Variables extends object, Node> = PagesProps<Data, Variables, Node> & {
  /** Of the page above. */
  pageInfo: Connection<Node>['pageInfo']
}

/** The rest of a list whose first page is there already. */
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
