import { describeActivity } from './descriptions.ts'

const sentences: Record<string, string> = {
  'viewed patient': 'opened the chart',
  'viewed patient_note': 'read a note',
  'viewed patient_record': 'opened a record',
  'viewed signing_link': 'saw the signing link',
  'viewed consent_request': 'read the consent form',
  'viewed forwarding': 'saw the link to the records',
  'viewed appointment': 'opened an appointment',
  'viewed task': 'opened a task',
  'viewed draft': 'opened a draft',
  'listed patient_note': 'read the notes',
  'listed patient_record': 'looked through the records',
  'listed consent_request': 'looked through the consent requests',
  'listed forwarding': 'looked through the forwarded records',
  'listed disclosure': 'read the accounting of disclosures',
  'listed appointment': 'looked through the appointments',
  'listed task': 'looked through the tasks',
  'downloaded consent_form': 'downloaded the consent form',
  'downloaded patient_record': 'downloaded a record',
}

/** Reads without an account happen through a link, and each link has one intended reader. */
const behindLinks: Record<string, string> = {
  'viewed consent_request': 'The patient read the consent form',
  'downloaded consent_form': 'The patient downloaded the consent form',
  'viewed forwarding': 'The recipient opened the forwarded records',
  'downloaded patient_record': 'The recipient downloaded a record',
}

/** An audit row about a read. */
export type Reading = { action: string; resourceType: string; userName: string | null; createdAt: string }

/** Describes who read what in a chart, in a sentence. */
export function describeReading({ action, resourceType, userName }: Reading): string {
  const act = `${action} ${resourceType}`
  const sentence = userName === null ? behindLinks[act] : sentences[act] && `${userName} ${sentences[act]}`
  return sentence ?? `${userName ?? 'The system'} · ${describeActivity(action, resourceType)}`
}

type Part<Row> = { rows: readonly Row[]; hasMore: boolean }

/**
 * Merges pages of several lists of audit rows, newest first. Older rows of an incomplete list may be missing, so the
 * result ends where the first incomplete list ends. Omits the status history, which is only loaded with the chart.
 */
export function mergeReadings<Row extends Reading>(parts: readonly Part<Row>[]): Row[] {
  const cuts = parts.flatMap(({ rows, hasMore }) => (hasMore ? (rows.at(-1)?.createdAt ?? []) : []))
  const cut = cuts.sort().at(-1) ?? ''
  return parts
    .flatMap(({ rows }) => rows)
    .filter(({ createdAt, resourceType }) => createdAt >= cut && resourceType !== 'patient_status_change')
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}
