import { Fragment } from 'react'
import { useFrame } from '#client/frame.ts'
import { roleLabels } from '#domain/access/actor.ts'
import { patientPath } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { wordsOf } from '#domain/audit/descriptions.ts'
import { WITHOUT_USER } from '#domain/audit/withoutUser.ts'
import { showToTheSecond } from '#domain/dates.ts'
import type { AuditAction, AuditLogsQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'
import { link, small, strong } from '#ui/type.css.ts'
import { body, details, entry, facts, more, narrower } from './AuditLogs.css.ts'
import { auditLink } from './auditAddress.ts'

type Entry = AuditLogsQuery['auditLogs']['edges'][number]['node']
type Look = { tone: Tone; icon: IconName }

const looks: Record<AuditAction, Look> = {
  created: { tone: 'positive', icon: 'plus' },
  updated: { tone: 'info', icon: 'edit' },
  deleted: { tone: 'critical', icon: 'trash' },
  viewed: { tone: 'neutral', icon: 'eye' },
  listed: { tone: 'neutral', icon: 'eye' },
  downloaded: { tone: 'slate', icon: 'download' },
  exported: { tone: 'caution', icon: 'download' },
  imported: { tone: 'slate', icon: 'upload' },
  consent_sent: { tone: 'ready', icon: 'send' },
  consent_signed: { tone: 'done', icon: 'pen' },
  consent_declined: { tone: 'caution', icon: 'slash' },
  consent_voided: { tone: 'caution', icon: 'slash' },
  consent_expired: { tone: 'caution', icon: 'clock' },
  consent_revoked: { tone: 'critical', icon: 'slash' },
  login: { tone: 'slate', icon: 'key' },
  login_failed: { tone: 'caution', icon: 'key' },
  logout: { tone: 'slate', icon: 'out' },
  locked: { tone: 'critical', icon: 'lock' },
  denied: { tone: 'critical', icon: 'slash' },
  break_glass: { tone: 'critical', icon: 'alert' },
}

/** The name to show for actions without a signed-in user. */
const nobodys: Partial<Record<Entry['action'], string>> = {
  login_failed: 'An unknown email address',
  consent_signed: 'The signer',
  consent_declined: 'The signer',
}

/** Whom a list, search, report or export returned, in a word; who exactly is under Details. */
function patientsOf({ patientScope, patientIds }: Entry): string {
  if (patientScope === 'all') return 'All patients'
  if (patientScope === 'all_but_dropped') return 'All patients except dropped'
  return patientScope === 'named' ? amountOf(patientIds.length, 'patient') : ''
}

/** One entry of the audit log: the action, its object, the user and the time. Details shows the ids. */
export function AuditRow({ node, query }: { node: Entry; query: URLSearchParams }) {
  const { timeZone } = useFrame()
  const { tone, icon } = looks[node.action]
  const who = node.userName ?? (node.userId ? 'A deleted user' : (nobodys[node.action] ?? WITHOUT_USER))
  return (
    <li className={entry}>
      <Badge tone={tone} icon={icon}>
        {wordsOf(node.action)}
      </Badge>
      <div className={body}>
        <p>
          <span className={strong}>{wordsOf(node.resourceType)}</span>{' '}
          {node.patientId && (
            <a className={link} href={patientPath(node.patientId)}>
              {node.patientName ?? 'a patient'}
            </a>
          )}
          {patientsOf(node)}
        </p>
        <p className={small}>
          {node.userRole ? `${who}, ${roleLabels[node.userRole]}` : who}
          {node.ipAddress && ` · IP: ${node.ipAddress}`}
        </p>
        <Details node={node} query={query} />
      </div>
      <span className={small}>
        <time dateTime={node.createdAt}>{showToTheSecond(node.createdAt, timeZone)}</time>
      </span>
    </li>
  )
}

function Details({ node, query }: { node: Entry; query: URLSearchParams }) {
  const { resourceId, userId, patientId, patientIds } = node
  return (
    <details className={more}>
      <summary>Details</summary>
      <div className={facts}>
        {resourceId && <span>ID: {resourceId}</span>}
        {userId && <span>User ID: {userId}</span>}
        {patientId && <span>Patient ID: {patientId}</span>}
        {patientIds.length > 0 && <PatientIds ids={patientIds} />}
      </div>
      {node.details != null && <pre className={details}>{JSON.stringify(node.details, null, 2)}</pre>}
      {(patientId || userId) && (
        <p className={narrower}>
          {patientId && (
            <>
              <a
                className={link}
                {...auditLink(query, { after: null, action: null, patientId, readsOnly: 'true' })}
              >
                Who Opened This Chart
              </a>
              <a className={link} {...auditLink(query, { after: null, patientId, readsOnly: null })}>
                Only this patient
              </a>
            </>
          )}
          {userId && (
            <a className={link} {...auditLink(query, { after: null, userId })}>
              Only this person
            </a>
          )}
        </p>
      )}
    </details>
  )
}

/** A list that returned thousands must not make the page as long; the export of the log has all. */
const LINKED_MAX = 5

function PatientIds({ ids }: { ids: readonly string[] }) {
  return (
    <span>
      Patient IDs:{' '}
      {ids.slice(0, LINKED_MAX).map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <a className={link} href={patientPath(id)}>
            {id}
          </a>
        </Fragment>
      ))}
      {ids.length > LINKED_MAX && ` and ${ids.length - LINKED_MAX} more`}
    </span>
  )
}
