import { graphql } from '#generated/gql.ts'
import { inputWith, list, route } from './route.ts'

const onPatient = inputWith({ id: 'patientId' })

export const RestConsentRequest = graphql(`
  fragment RestConsentRequest on ConsentRequest {
    id state channel provider purpose ends discloser isInForce authorizationExpiresAt templateVersion
    createdAt sentAt sentTo changedDetails openedAt expiresAt
    closedAt closeReason signerName signerCapacity representativeRelation witnessName interpreterName
    reviewState reviewReasons reviewNote reviewedAt copyToRecipients
    recipients { userId name firm address email } scope { categories sensitive serviceFrom serviceTo }
    recipientCopies { id email createdAt expiresAt downloads downloadedAt recipient { name } }
    sentBy { id firstName lastName }
    partialRevocations { id category reason revokedAt recipient { userId name firm address } }
  }
`)

export const consentRoutes = [
  list('GET /api/patients/:id/consent-requests', {
    document: graphql(`
      query RestConsentRequests($patientId: ID!, $first: Int, $after: String) {
        consentRequests(patientId: $patientId, first: $first, after: $after) {
          edges { cursor node { ...RestConsentRequest } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ consentRequests }) => consentRequests,
  }),
  route('POST /api/patients/:id/request-authorization', {
    document: graphql(`
      mutation RestRequestAuthorization($input: SendConsentInput!) { requestAuthorization(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ requestAuthorization }) => ({ ...requestAuthorization, message: 'Authorization requested' }),
  }),
  route('POST /api/patients/:id/resend-consent', {
    document: graphql(`
      mutation RestResendConsent($input: PatientIdInput!) { resendConsent(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ resendConsent }) => ({ ...resendConsent, message: 'Consent form sent again' }),
  }),
  route('POST /api/patients/:id/check-consent', {
    document: graphql(`
      mutation RestCheckConsentStatus($input: PatientIdInput!) { checkConsentStatus(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ checkConsentStatus }) => ({ ...checkConsentStatus, message: 'Status checked' }),
  }),
  route('POST /api/patients/:id/void-consent', {
    document: graphql(`
      mutation RestVoidConsentRequest($input: VoidConsentRequestInput!) { voidConsentRequest(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ voidConsentRequest }) => ({ ...voidConsentRequest, message: 'Consent request voided' }),
  }),
  route('POST /api/patients/:id/revoke-consent', {
    document: graphql(`
      mutation RestRevokeConsent($input: RevokeConsentInput!) { revokeConsent(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ revokeConsent }) => ({ ...revokeConsent, message: 'Consent revoked' }),
  }),
  route('POST /api/patients/:id/consent-requests/:requestId/revoke-part', {
    document: graphql(`
      mutation RestRevokePartOfConsent($input: RevokePartOfConsentInput!) { revokePartOfConsent(input: $input) { ...RestPatient } }
    `),
    variables: inputWith({ id: 'patientId', requestId: 'requestId' }),
    reply: ({ revokePartOfConsent }) => ({ ...revokePartOfConsent, message: 'Part of the consent revoked' }),
  }),
  route('POST /api/patients/:id/consent-requests/:requestId/send-copy', {
    document: graphql(`
      mutation RestSendRecipientCopy($input: SendRecipientCopyInput!) { sendRecipientCopy(input: $input) { ...RestPatient } }
    `),
    variables: inputWith({ id: 'patientId', requestId: 'requestId' }),
    reply: ({ sendRecipientCopy }) => ({ ...sendRecipientCopy, message: 'Link sent to the recipient' }),
  }),
  route('POST /api/patients/:id/signing-link', {
    document: graphql(`
      mutation RestShowSigningLink($input: PatientIdInput!) { showSigningLink(input: $input) { path email sentAt expiresAt } }
    `),
    variables: onPatient,
    reply: ({ showSigningLink }) => ({ ...showSigningLink, message: 'Signing link shown' }),
  }),
  route('GET /api/patients/:id/paper-consent-lines', {
    document: graphql(
      `query RestPaperConsentLines($patientId: ID!) { paperConsentLines(patientId: $patientId) }`,
    ),
    variables: ({ params }) => ({ patientId: params.id }),
    reply: ({ paperConsentLines }) => paperConsentLines,
  }),
  route('GET /api/consent-templates', {
    document: graphql(`
      query RestConsentTemplates($archived: Boolean) {
        consentTemplates(archived: $archived) { id name isDefault createdAt archivedAt sent { number validDays } latest { number validDays } }
      }
    `),
    filters: ['archived'],
    flags: ['archived'],
    reply: ({ consentTemplates }) => consentTemplates,
  }),
]
