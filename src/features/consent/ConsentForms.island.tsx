import { useCallback } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { type Frame, useFrame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { can } from '#domain/access/policy.ts'
import { statusPath } from '#domain/access/screens.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { usePatientActions } from '../patients/usePatientActions.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { across, cards } from './ConsentForms.css.ts'
import { ConsentFunnel } from './ConsentFunnel.tsx'

/**
 * Four lists share one screen, and a full page of each would be too large. Unsigned patients get the most
 * rows.
 */
export const consentFormsQuery = graphql(`
  query ConsentForms {
    pending: patients(status: pending_consent, sort: in_step, first: 10) { ...ConsentPart }
    sent: patients(status: consent_sent, sort: in_step, first: 10) { ...ConsentPart }
    signed: patients(status: consent_signed, sort: in_step, direction: desc, first: 6) { ...ConsentPart }
    schedulable: patients(status: schedulable, sort: in_step, direction: desc, first: 6) { ...ConsentPart }
  }
`)

/** Patients who still have to sign, longest waiting first, and patients who have signed. */
export function ConsentForms({ frame }: { frame: Frame }) {
  return (
    <Island frame={frame}>
      <Cards />
    </Island>
  )
}

function Cards() {
  const { viewer } = useFrame()
  const [{ data, error, fetching }, refetch] = useQuery({ query: consentFormsQuery })
  const readAgain = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch])
  const { onAction, dialog, pendingFor } = usePatientActions(readAgain)
  if (!data && error && !fetching) {
    const { message } = errorMessage(error, 'The patients could not be loaded. Try again.')
    return <EmptyState text={message} />
  }
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
        next={
          can(viewer, 'patient.add') && (
            <Button size="small" icon="plus" data-opens="patient">
              Add Patient
            </Button>
          )
        }
        parts={data && { consent_sent: data.sent, pending_consent: data.pending }}
        onAction={onAction}
        pendingFor={pendingFor}
      />
      <ConsentCard
        title="Signed Consent"
        empty="No signed consent forms yet"
        next={
          data &&
          data.pending.totalCount > 0 && (
            <ButtonLink size="small" href={statusPath('pending_consent')}>
              Show Pending Consent
            </ButtonLink>
          )
        }
        parts={data && { consent_signed: data.signed, schedulable: data.schedulable }}
        onAction={onAction}
        pendingFor={pendingFor}
      />
      {dialog}
    </div>
  )
}
