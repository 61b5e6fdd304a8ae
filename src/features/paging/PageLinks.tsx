import type { AddressChange } from '#client/address.ts'
import type { IntoScreen } from '#client/linksInto.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { CardFoot } from '#ui/Card.tsx'
import { links } from './Pages.css.ts'

type PageInfo = {
  hasPreviousPage: boolean
  hasNextPage: boolean
  startCursor?: string | null
  endCursor?: string | null
}

/** The URL changes for the previous and next page; `false` if there is none. */
export type AdjacentPages = { previous: AddressChange | false; next: AddressChange | false }

/** The pages before and after the current one, by its cursors. */
export const pagesAround = ({ hasPreviousPage, hasNextPage, ...page }: PageInfo): AdjacentPages => ({
  previous: hasPreviousPage && { after: null, before: page.startCursor ?? null },
  next: hasNextPage && { before: null, after: page.endCursor ?? null },
})

type PageLinksProps = AdjacentPages & { into: IntoScreen; query: URLSearchParams; label?: string }

/** The previous and next links below a long list; nothing if there is only one page. */
export function PageLinks({ into, query, previous, next, label = 'Pages' }: PageLinksProps) {
  if (!previous && !next) return null
  return (
    <CardFoot>
      <nav className={links} aria-label={label}>
        {previous && (
          <ButtonLink size="small" icon="chevronLeft" {...into(query, previous)}>
            Previous
          </ButtonLink>
        )}
        {next && (
          <ButtonLink size="small" icon="chevronRight" {...into(query, next)}>
            Next
          </ButtonLink>
        )}
      </nav>
    </CardFoot>
  )
}
