import { paths, statusPath } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import type { DashboardQuery } from '#generated/graphql.ts'
import { Card } from '#ui/Card.tsx'
import { link, muted, strong } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'
import { news } from './Dashboard.css.ts'

type News = NonNullable<DashboardQuery['newSinceVisit']>

/** What happened since the user's last visit, in one line; nothing on the first visit. */
export function NewSinceVisit({ found }: { found: News | null | undefined }) {
  if (!found) return null
  const items = itemsOf(found)
  return (
    <Card>
      <p className={news}>
        <span className={strong}>New since your last visit</span>
        <span className={muted}>
          <Moment at={found.since} />
        </span>
        {items.length === 0 && <span>Nothing new</span>}
        {items.map(({ text, href }) =>
          href ? (
            <a key={text} className={link} href={href}>
              {text}
            </a>
          ) : (
            <span key={text}>{text}</span>
          ),
        )}
      </p>
    </Card>
  )
}

/** The counts are capped, so a full one means that there may be more. */
const CAPPED = 99

function itemsOf({ patientsAdded, consentsSigned, consentsDeclined, recordsAdded, notesAdded }: News) {
  const all: { count: number; text: string; href?: string }[] = [
    { count: patientsAdded, text: `${amountOf(patientsAdded, 'patient')} added`, href: paths.patients },
    {
      count: consentsSigned,
      text: `${amountOf(consentsSigned, 'consent')} signed`,
      href: statusPath('consent_signed'),
    },
    {
      count: consentsDeclined,
      text: `${amountOf(consentsDeclined, 'consent')} declined`,
      href: statusPath('pending_consent'),
    },
    { count: recordsAdded, text: `${amountOf(recordsAdded, 'record')} uploaded` },
    { count: notesAdded, text: `${amountOf(notesAdded, 'note')} written` },
  ]
  return all
    .filter(({ count }) => count > 0)
    .map(({ count, text, ...item }) => ({
      ...item,
      text: count < CAPPED ? text : text.replace(/^\d+/, '$&+'),
    }))
}
