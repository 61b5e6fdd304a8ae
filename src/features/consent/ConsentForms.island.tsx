import { useCallback } from 'react'
import { useQuery } from 'urql'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { graphql } from '#generated/gql.ts'
import { usePatientActions } from '../patients/usePatientActions.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { across, cards } from './ConsentForms.css.ts'
import { ConsentFunnel } from './ConsentFunnel.tsx'

export const consentRow = graphql(`
  fragment ConsentRow on Patient {
    ...PatientRow consentSignedAt consentIsManual consentFormUrl
    newestConsentRequest {
      id state provider openedAt closedAt closeReason retryAt providerError expiresAt paperRequestedAt remindersSent
      letters { id state nextTryAt lastError }
    }
  }
`)

export const consentPart = graphql(`
  fragment ConsentPart on QueryPatientsConnection {
    totalCount pageInfo { hasNextPage endCursor } edges { node { ...ConsentRow } }
  }
`)

export const consentFormsQuery = graphql(`
  query ConsentForms {
    pending: patients(status: pending_consent, sort: in_step, first: 25) { ...ConsentPart }
    sent: patients(status: consent_sent, sort: in_step, first: 25) { ...ConsentPart }
    signed: patients(status: consent_signed, sort: in_step, direction: desc, first: 25) { ...ConsentPart }
    schedulable: patients(status: schedulable, sort: in_step, direction: desc, first: 25) { ...ConsentPart }
  }
`)

/** Who still has to sign, longest waiting first, and who has signed. */
export function ConsentForms({ frame }: { frame: Frame }) {
  return (
    <Island frame={frame}>
      <Cards />
    </Island>
  )
}

function Cards() {
  const [{ data }, refetch] = useQuery({ query: consentFormsQuery })
  const readAgain = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch])
  const { onAction, dialog, pendingFor } = usePatientActions(readAgain)
  return (
    <div className={cards}>
      <div className={across}>
        <ConsentFunnel
          counts={
            data && {
              pending_consent: data.pending.totalCount,
              consent_sent: data.sent.totalCount,
              consent_signed: data.signed.totalCount,
              schedulable: data.schedulable.totalCount,
            }
          }
        />
      </div>
      <ConsentCard
        title="Pending Consent"
        empty="All consent forms are up to date!"
        parts={data && { consent_sent: data.sent, pending_consent: data.pending }}
        onAction={onAction}
        pendingFor={pendingFor}
      />
      <ConsentCard
        title="Signed Consent"
        empty="No signed consent forms yet"
        parts={data && { consent_signed: data.signed, schedulable: data.schedulable }}
        onAction={onAction}
        pendingFor={pendingFor}
      />
      {dialog}
    </div>
  )
}
