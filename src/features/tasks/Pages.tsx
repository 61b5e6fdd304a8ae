import type { AddressChange } from '#client/address.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { CardFoot } from '#ui/Card.tsx'
import { pages } from './TaskList.css.ts'
import { into } from './tasksLink.ts'

type Props = {
  query: URLSearchParams
  /** Where the pages before and after this one are; `false` where there is none. */
  previous: AddressChange | false
  next: AddressChange | false
  label?: string
}

/** The way through a long list. */
export function Pages({ query, previous, next, label = 'Pages' }: Props) {
  if (!previous && !next) return null
  return (
    <CardFoot>
      <nav className={pages} aria-label={label}>
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
