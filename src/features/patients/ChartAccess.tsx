import { roleLabels } from '#domain/access/actor.ts'
import { deviceName } from '#domain/sessions/device.ts'
import { graphql } from '#generated/gql.ts'
import type { AuditAction, ChartAccessQuery } from '#generated/graphql.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { List, ListItem } from '#ui/List.tsx'
import { section } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { Moment } from '../time/Moment.tsx'
import { flush, part } from './PatientDialog.css.ts'

const Access = graphql(`
  query ChartAccess($patientId: ID!, $first: Int, $after: String) {
    patientAccess(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { id action description userId userName userRole apiKeyName ipAddress userAgent createdAt } }
    }
  }
`)

type Entry = ChartAccessQuery['patientAccess']['edges'][number]['node']

/** Who has seen or changed anything of a patient, when, and what: for administrators. */
export function ChartAccess({ patientId }: { patientId: string }) {
  return (
    <section className={part}>
      <h3 className={section}>Access</h3>
      <Pages
        document={Access}
        variables={{ patientId }}
        connectionOf={(data) => data.patientAccess}
        empty={<EmptyState text="No one has accessed this patient’s data yet" />}
        fallback="The access history could not be loaded"
      >
        {(entries) => (
          <div className={flush}>
            <List label="Access">
              {entries.map((entry) => (
                <ListItem key={entry.id} icon={iconOf(entry.action)} detail={<Detail entry={entry} />}>
                  {entry.description}
                </ListItem>
              ))}
            </List>
          </div>
        )}
      </Pages>
    </section>
  )
}

const icons: Partial<Record<AuditAction, IconName>> = {
  viewed: 'eye',
  listed: 'eye',
  downloaded: 'download',
  exported: 'download',
  denied: 'slash',
}

const iconOf = (action: AuditAction): IconName => icons[action] ?? 'edit'

function Detail({ entry }: { entry: Entry }) {
  const { userId, userName, userRole, apiKeyName, ipAddress, userAgent, createdAt } = entry
  const who = userName ?? (userId ? 'A deleted user' : 'The patient, a recipient or the system')
  const key = apiKeyName && `API key ${apiKeyName}`
  const device = userAgent && deviceName(userAgent)
  return (
    <>
      {userRole ? `${who}, ${roleLabels[userRole]}` : who}
      {' · '}
      <Moment at={createdAt} />
      <br />
      <span title={userAgent ?? undefined}>
        {[key, ipAddress && `IP ${ipAddress}`, device].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}
