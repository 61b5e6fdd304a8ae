import { addDays, type Day } from '../dates.ts'
import { answerDays } from '../patientRequests/patientRequest.ts'

/** Years that an accounting covers at most (45 CFR 164.528(a)(1)). */
export const ACCOUNTING_YEARS = 6
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

const yearsBefore = (day: Day, years: number): Day => {
  const shifted = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
  return shifted.endsWith('-02-29') ? `${shifted.slice(0, 4)}-02-28` : shifted
}

const { usual, extension } = answerDays.accounting

/**
 * The earliest day of a statement that is made today. The six years count from the request, which may be answered up to
 * 90 days later.
 */
export const firstAccountingDay = (today: Day): Day =>
  addDays(yearsBefore(today, ACCOUNTING_YEARS), -(usual + extension))

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
