import { addDays, clinicDay, type Day, dayOf } from '../dates.ts'
import type { DisclosureBasis } from '../records/forwarding.ts'

/** Days after an oral statement for which an accounting can be suspended (45 CFR 164.528(a)(2)(ii)(C)). */
export const ORAL_SUSPENSION_DAYS = 30

/** Disclosures to law enforcement can have a court order or a subpoena; those to health oversight agencies have another basis. */
const suspendable: readonly DisclosureBasis[] = ['law_enforcement', 'court_order', 'subpoena', 'other']

/** Why an entry cannot be suspended; `null` if it can. */
export function suspensionRefusal({
  basis,
  struckAt,
}: {
  basis: DisclosureBasis
  struckAt: Date | null
}): string | null {
  if (struckAt) return 'This entry was struck'
  return suspendable.includes(basis)
    ? null
    : 'Only a disclosure to law enforcement or to a health oversight agency can be suspended'
}

/** An agency's statement: its day, the last day on which the patient is not told, and whether it was only oral. */
type Statement = { statedOn: Day; endsOn: Day; isOral: boolean }

/** The field errors of a statement that is recorded today; empty if it is valid. */
export function suspensionProblems(
  { statedOn, endsOn, isOral }: Statement,
  today: Day,
): Record<string, string> {
  if (statedOn > today) return { statedOn: 'The date must not be in the future' }
  if (endsOn < statedOn) return { endsOn: 'The end must not be before the statement' }
  const last = addDays(statedOn, ORAL_SUSPENSION_DAYS)
  return isOral && endsOn > last
    ? {
        endsOn: `After an oral statement, at most ${ORAL_SUSPENSION_DAYS} days are allowed. A longer time needs a statement in writing.`,
      }
    : {}
}

/** Whether the latest statement about an entry, if there is one, has not ended. */
export const isSuspended = (
  [latest]: readonly { endsOn: Date }[],
  { now, timeZone }: { now: () => Date; timeZone: string },
): boolean => latest !== undefined && dayOf(latest.endsOn) >= clinicDay(now(), timeZone)
