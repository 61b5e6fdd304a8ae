import { graphql } from '#generated/gql.ts'
import { type AnsweredFile, type Call, file, inputWith, route, table, upload } from './route.ts'

export const RestSuspension = graphql(`
  fragment RestSuspension on AccountingSuspension { agency isOral statedOn endsOn recordedBy recordedAt }
`)

export const RestAccountingEntry = graphql(`
  fragment RestAccountingEntry on AccountingEntry {
    firstAt lastAt count recipientName recipientAddress content purpose basis basisReference consentRequestId
    entered {
      id enteredBy documentPath struckBy struckAt strikeReason canSuspend suspension { ...RestSuspension }
    }
  }
`)

export const RestManualDisclosure = graphql(`
  fragment RestManualDisclosure on ManualDisclosure {
    id disclosedOn channel recipientName recipientAddress content purpose basis basisReference consentRequestId
    documentPath enteredAt strikeReason struckAt enteredBy { id firstName lastName } suspension { ...RestSuspension }
  }
`)

const days = ['fromDay', 'toDay']
const period = ({ params, query }: Call) => ({
  patientId: params.id,
  fromDay: query.get('fromDay') ?? undefined,
  toDay: query.get('toDay') ?? undefined,
})

export const accountingRoutes = [
  {
    ...route('GET /api/patients/:id/accounting', {
      document: graphql(`
        query RestAccounting($patientId: ID!, $fromDay: Date, $toDay: Date) {
          accountingOfDisclosures(patientId: $patientId, fromDay: $fromDay, toDay: $toDay) {
            clinicName patientName fromDay toDay
            required { ...RestAccountingEntry } authorized { ...RestAccountingEntry }
            suspended { ...RestAccountingEntry } struck { ...RestAccountingEntry }
            requests { ...RestPatientRequest }
          }
        }
      `),
      variables: period,
      reply: ({ accountingOfDisclosures }) => accountingOfDisclosures,
    }),
    filters: days,
  },
  table('GET /api/patients/:id/accounting.csv', {
    document: graphql(`
      query RestAccountingReport($patientId: ID!, $fromDay: Date, $toDay: Date, $after: String) {
        accountingReport(patientId: $patientId, fromDay: $fromDay, toDay: $toDay, after: $after) {
          columns rows endCursor hasNextPage
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    filters: days,
    format: 'csv',
    name: 'accounting-of-disclosures',
    part: ({ accountingReport }) => accountingReport,
  }),
  upload('POST /api/patients/:id/manual-disclosures', {
    document: graphql(`
      mutation RestAddManualDisclosure($input: AddManualDisclosureInput!) {
        addManualDisclosure(input: $input) { ...RestManualDisclosure }
      }
    `),
    variables: inputWith({ id: 'patientId' }),
    reply: ({ addManualDisclosure }) => ({
      ...addManualDisclosure,
      message: 'Disclosure added successfully',
    }),
  }),
  route('POST /api/patients/:id/manual-disclosures/:disclosureId/strike', {
    document: graphql(`
      mutation RestStrikeManualDisclosure($input: StrikeManualDisclosureInput!) {
        strikeManualDisclosure(input: $input) { ...RestManualDisclosure }
      }
    `),
    variables: inputWith({ id: 'patientId', disclosureId: 'manualDisclosureId' }),
    reply: ({ strikeManualDisclosure }) => ({
      ...strikeManualDisclosure,
      message: 'Disclosure struck successfully',
    }),
  }),
  route('POST /api/patients/:id/manual-disclosures/:disclosureId/suspend', {
    document: graphql(`
      mutation RestSuspendManualDisclosure($input: SuspendManualDisclosureInput!) {
        suspendManualDisclosure(input: $input) { ...RestManualDisclosure }
      }
    `),
    variables: inputWith({ id: 'patientId', disclosureId: 'manualDisclosureId' }),
    reply: ({ suspendManualDisclosure }) => ({
      ...suspendManualDisclosure,
      message: 'Disclosure suspended successfully',
    }),
  }),
  file('GET /api/patients/:id/manual-disclosures/:disclosureId/document', {
    document: graphql(`
      query RestDisclosureDocument($patientId: ID!, $manualDisclosureId: ID!) {
        disclosureDocument(patientId: $patientId, manualDisclosureId: $manualDisclosureId) {
          fileName mimeType content
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id, manualDisclosureId: params.disclosureId }),
    file: ({ disclosureDocument: { content, ...rest } }) => ({
      ...rest,
      content: content as AnsweredFile['content'],
    }),
  }),
]
