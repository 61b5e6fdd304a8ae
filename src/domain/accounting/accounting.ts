import { addDays, type Day } from '../dates.ts'

/** Years that an accounting covers at most (45 CFR 164.528(a)(1)). */
export const ACCOUNTING_YEARS = 6
/** Days in which a request is answered, and those of the one extension (45 CFR 164.528(c)(1)). */
export const ANSWER_DAYS = { usual: 60, extension: 30 } as const
/** Days before the end of that time at which staff are alerted. */
export const DUE_SOON_DAYS = 7
/** The most entries of one statement. */
export const STATEMENT_MAX = 2000

/** How a disclosure outside of Caseload was made. */
export const disclosureChannels = ['fax', 'mail', 'email', 'phone', 'in_person', 'other'] as const
export type DisclosureChannel = (typeof disclosureChannels)[number]

export const disclosureChannelLabels: Record<DisclosureChannel, string> = {
  fax: 'Fax',
  mail: 'Mail',
  email: 'E-mail',
  phone: 'Phone',
  in_person: 'In person',
  other: 'Other',
}

/** The day on which a request must be answered. */
export const answerDue = (receivedOn: Day, isExtended: boolean): Day =>
  addDays(receivedOn, ANSWER_DAYS.usual + (isExtended ? ANSWER_DAYS.extension : 0))

/** The state of an open request on a day. */
export type RequestUrgency = 'open' | 'due_soon' | 'overdue'

export const requestUrgency = (dueOn: Day, today: Day): RequestUrgency =>
  dueOn < today ? 'overdue' : addDays(today, DUE_SOON_DAYS) >= dueOn ? 'due_soon' : 'open'

const yearsBefore = (day: Day, years: number): Day => {
  const shifted = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
  return shifted.endsWith('-02-29') ? `${shifted.slice(0, 4)}-02-28` : shifted
}

/**
 * The earliest day of a statement that is made today. The six years count from the request, which may be answered up to
 * 90 days later.
 */
export const firstAccountingDay = (today: Day): Day =>
  addDays(yearsBefore(today, ACCOUNTING_YEARS), -(ANSWER_DAYS.usual + ANSWER_DAYS.extension))

type Days = { fromDay?: Day | null | undefined; toDay?: Day | null | undefined }

/** The period that these days mean: without them, the last six years. */
export const accountingPeriod = ({ fromDay, toDay }: Days, today: Day): { fromDay: Day; toDay: Day } => ({
  fromDay: fromDay ?? yearsBefore(toDay ?? today, ACCOUNTING_YEARS),
  toDay: toDay ?? today,
})

/** The field errors of a period; empty if it is valid. */
export function accountingPeriodProblems(
  { fromDay, toDay }: { fromDay: Day; toDay: Day },
  today: Day,
): Record<string, string> {
  if (toDay > today) return { toDay: 'To must not be in the future' }
  if (toDay < fromDay) return { toDay: 'To must not be before From' }
  if (fromDay < firstAccountingDay(today))
    return { fromDay: `From must be within the last ${ACCOUNTING_YEARS} years` }
  return {}
}
