import { graphql } from '#generated/gql.ts'
import type { ConsentTroubleFragment } from '#generated/graphql.ts'
import { Moment } from '../time/Moment.tsx'

export const consentTrouble = graphql(`
  fragment ConsentTrouble on Patient {
    status newestConsentRequest { id state closeReason retryAt providerError }
  }
`)

/** What keeps a patient's request from going on, and whether anything is done about it without anybody. */
export function ConsentTrouble({
  patient: { status, newestConsentRequest: request },
}: {
  patient: ConsentTroubleFragment
}) {
  if (request?.state === 'failed' && status === 'pending_consent')
    return (
      <>
        <br />
        Sending failed: {request.closeReason}
        {request.retryAt && (
          <>
            ; next try <Moment at={request.retryAt} />
          </>
        )}
      </>
    )
  if (request?.state !== 'sent' || !request.providerError) return null
  return (
    <>
      <br />
      DocuSign could not be asked: {request.providerError}
    </>
  )
}
