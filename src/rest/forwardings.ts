import { Readable } from 'node:stream'
import { clinicDay } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { type AnsweredFile, archive, file, inputWith, list, route, table } from './route.ts'

const onForwarding = inputWith({ id: 'patientId', forwardingId: 'forwardingId' })

export const RestForwarding = graphql(`
  fragment RestForwarding on Forwarding {
    id state purpose note createdAt expiresAt openedAt endedAt downloads consentSignedAt
    recipient { id firstName lastName } forwardedBy { id firstName lastName }
    records { recordId fileName sha256 }
  }
`)

export const forwardingRoutes = [
  list('GET /api/patients/:id/forwardings', {
    document: graphql(`
      query RestForwardings($patientId: ID!, $first: Int, $after: String) {
        patientForwardings(patientId: $patientId, first: $first, after: $after) {
          edges { cursor node { ...RestForwarding } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ patientForwardings }) => patientForwardings,
  }),
  route('POST /api/patients/:id/forwardings', {
    document: graphql(`
      mutation RestForwardRecords($input: ForwardRecordsInput!) {
        forwardRecords(input: $input) { path isMailed forwarding { ...RestForwarding } }
      }
    `),
    status: 201,
    variables: inputWith({ id: 'patientId' }),
    reply: ({ forwardRecords: { forwarding, ...link } }) => ({
      ...forwarding,
      ...link,
      message: 'Records forwarded successfully',
    }),
  }),
  route('POST /api/patients/:id/forwardings/:forwardingId/link', {
    document: graphql(`
      mutation RestShowForwardingLink($input: ForwardingIdInput!) { showForwardingLink(input: $input) { path email expiresAt } }
    `),
    variables: onForwarding,
    reply: ({ showForwardingLink }) => ({ ...showForwardingLink, message: 'Link shown' }),
  }),
  route('POST /api/patients/:id/forwardings/:forwardingId/withdraw', {
    document: graphql(`
      mutation RestWithdrawForwarding($input: ForwardingIdInput!) { withdrawForwarding(input: $input) { ...RestForwarding } }
    `),
    variables: onForwarding,
    reply: ({ withdrawForwarding }) => ({ ...withdrawForwarding, message: 'Forwarding withdrawn' }),
  }),
  list('GET /api/patients/:id/disclosures', {
    document: graphql(`
      query RestDisclosures($patientId: ID!, $first: Int, $after: String) {
        patientDisclosures(patientId: $patientId, first: $first, after: $after) {
          edges {
            cursor
            node {
              id kind createdAt forwardingId recordId fileName sha256 purpose consentSignedAt consentRequestId
              recipient { id firstName lastName } disclosedBy { id firstName lastName }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ patientDisclosures }) => patientDisclosures,
  }),
  table('GET /api/patients/:id/disclosures.csv', {
    document: graphql(`
      query RestDisclosureReport($patientId: ID!, $after: String) {
        disclosureReport(patientId: $patientId, after: $after) { columns rows endCursor hasNextPage }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    filters: [],
    format: 'csv',
    name: 'accounting-of-disclosures',
    part: ({ disclosureReport }) => disclosureReport,
  }),
  file('GET /api/forwardings/:secret/records/:recordId/file', {
    document: graphql(`
      query RestForwardedFile($secret: String!, $recordId: ID!) {
        forwardedFile(secret: $secret, recordId: $recordId) { fileName mimeType content }
      }
    `),
    variables: ({ params }) => ({ secret: params.secret, recordId: params.recordId }),
    file: ({ forwardedFile: { content, ...rest } }) => ({
      ...rest,
      content: content as AnsweredFile['content'],
    }),
  }),
  file('GET /api/forwardings/:secret/records/:recordId/view', {
    document: graphql(`
      query RestForwardedView($secret: String!, $recordId: ID!) {
        forwardedView(secret: $secret, recordId: $recordId) { fileName mimeType content }
      }
    `),
    variables: ({ params }) => ({ secret: params.secret, recordId: params.recordId }),
    file: ({ forwardedView: { content, ...rest } }) => ({
      ...rest,
      content: content as AnsweredFile['content'],
    }),
  }),
  archive('GET /api/forwardings/:secret/file', {
    document: graphql(`
      query RestForwardedArchive($secret: String!) { forwardedArchive(secret: $secret) { content } }
    `),
    variables: ({ params }) => ({ secret: params.secret }),
    open: ({ forwardedArchive }, { now, timeZone }) => {
      const { read } = forwardedArchive.content as { read: () => AsyncGenerator<Buffer> }
      // The name has no patient data, because browsers keep and share their lists of downloads.
      const fileName = `forwarded-records-${clinicDay(now(), timeZone)}.zip`
      return { bytes: null, content: Readable.from(read(), { objectMode: false }), fileName }
    },
  }),
]
