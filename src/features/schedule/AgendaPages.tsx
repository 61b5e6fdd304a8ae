import type { ScheduleAgendaQuery } from '#generated/graphql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { into } from './AgendaFilters.tsx'
import { pages } from './Schedule.css.ts'
import { isPast } from './scheduleAddress.ts'

type Props = { query: URLSearchParams; pageInfo: ScheduleAgendaQuery['appointments']['pageInfo'] }

/** On to later or earlier appointments; in the past, which is shown from its end, the two change places. */
export function AgendaPages({ query, pageInfo }: Props) {
  const { hasNextPage, hasPreviousPage, startCursor = null, endCursor = null } = pageInfo
  const toEarlier = hasPreviousPage && into(query, { after: null, before: startCursor })
  const toLater = hasNextPage && into(query, { before: null, after: endCursor })
  const [previous, next] = isPast(query) ? [toLater, toEarlier] : [toEarlier, toLater]
  return (
    <nav className={pages} aria-label="Pages">
      {previous && (
        <ButtonLink size="small" icon="chevronLeft" {...previous}>
          Previous
        </ButtonLink>
      )}
      {next && (
        <ButtonLink size="small" icon="chevronRight" {...next}>
          Next
        </ButtonLink>
      )}
    </nav>
  )
}
