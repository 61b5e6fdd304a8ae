import { accountingPeriod, accountingPeriodProblems } from '#domain/accounting/accounting.ts'
import { clinicDay } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'

export const AccountingRow = graphql(`
  fragment AccountingRow on AccountingEntry {
    firstAt lastAt count recipientName recipientAddress content purpose basis basisReference consentRequestId
    entered {
      id enteredBy documentPath struckBy struckAt strikeReason canSuspend suspension { agency isOral statedOn endsOn recordedBy }
    }
  }
`)

export const accountingQuery = graphql(`
  query Accounting($patientId: ID!, $fromDay: Date, $toDay: Date) {
    accountingOfDisclosures(patientId: $patientId, fromDay: $fromDay, toDay: $toDay) {
      clinicName patientName fromDay toDay
      required { ...AccountingRow } authorized { ...AccountingRow }
      suspended { ...AccountingRow } struck { ...AccountingRow }
      requests { ...PatientRequestRow }
    }
  }
`)

/** The signed forms of a patient, for an entry under one of them. */
export const signedFormsQuery = graphql(`
  query AccountingForms($patientId: ID!) {
    consentRequests(patientId: $patientId, first: 100) { edges { node { id state closedAt } } }
  }
`)

export const strikeManualDisclosure = graphql(`
  mutation StrikeManualDisclosure($input: StrikeManualDisclosureInput!) {
    strikeManualDisclosure(input: $input) { id }
  }
`)

export const suspendManualDisclosure = graphql(`
  mutation SuspendManualDisclosure($input: SuspendManualDisclosureInput!) {
    suspendManualDisclosure(input: $input) { id }
  }
`)

type Clock = { now: Date | string; timeZone: string }

const day = /^\d{4}-\d{2}-\d{2}$/
const dayIn = (query: URLSearchParams, name: string) => {
  const value = query.get(name)
  return value && day.test(value) ? value : undefined
}

/**
 * The query variables for a URL, which page and island both use. For a period that the server would refuse, they are
 * those of the last six years, and `problem` says what is wrong.
 */
export function accountingVariables(query: URLSearchParams, { now, timeZone }: Clock) {
  const patientId = query.get('patient') ?? ''
  const [fromDay, toDay] = [dayIn(query, 'fromDay'), dayIn(query, 'toDay')]
  const today = clinicDay(now, timeZone)
  const [problem] = Object.values(
    accountingPeriodProblems(accountingPeriod({ fromDay, toDay }, today), today),
  )
  const days = problem ? {} : { ...(fromDay && { fromDay }), ...(toDay && { toDay }) }
  return { variables: { patientId, ...days }, problem }
}
