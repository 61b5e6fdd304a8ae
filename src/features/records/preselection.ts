import { namesUser } from '#domain/consent/recipients.ts'
import { type Coverage, isCovered } from '#domain/consent/scope.ts'
import type { RecordFacts } from '#domain/records/categories.ts'

/** What the signed form of a patient permits. */
export type Form = {
  recipients: Parameters<typeof namesUser>[0]
  coverage: Coverage
  purpose: string | null
}

type Attorney = { id: string; firm?: string | null }

type Choice = { recordIds: readonly string[]; recipientId: string; purpose: string }

/**
 * What the dialog of a forwarding begins with: what the signed form states, and nothing else. The recipient is the assigned
 * attorney if the form names them, or else the first attorney whom it names in person. Without a form in force, nothing.
 */
export function preselectionFor(
  form: Form | null,
  records: readonly ({ id: string } & RecordFacts)[],
  attorneys: readonly Attorney[],
  assignedId: string | undefined,
): Choice {
  if (!form) return { recordIds: [], recipientId: '', purpose: '' }
  const assigned = attorneys.find(({ id }) => id === assignedId)
  const inPerson = form.recipients
    .map(({ userId }) => attorneys.find(({ id }) => id === userId))
    .find((attorney) => attorney !== undefined)
  const recipient = assigned && namesUser(form.recipients, assigned) ? assigned : inPerson
  return {
    recordIds: records.filter((record) => isCovered(form.coverage, record)).map(({ id }) => id),
    recipientId: recipient?.id ?? '',
    purpose: form.purpose ?? '',
  }
}
