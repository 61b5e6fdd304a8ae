import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useAction } from '#client/useAction.ts'
import { useSubmit } from '#client/useSubmit.ts'
import {
  expiredWhileWaiting,
  REJECT_REASON,
  rejectSignedFormInput,
  reviewReasonTexts,
} from '#domain/consent/review.ts'
import { showInstantDay } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import type { FormReviewFragment } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { useNow } from '../time/useNow.ts'
import { reasons } from './PatientDialog.css.ts'
import { fullName, type PatientRow } from './PatientRow.ts'

/** What staff need to review a signed form. */
export const formReview = graphql(`
  fragment FormReview on ConsentRequest {
    id signerName representativeRelation authorityProof proofUrl formUrl reviewReasons authorizationExpiresAt
  }
`)

/** What the decision changes about the patient. */
export const reviewedPatient = graphql(`
  fragment FormReview_Patient on Patient {
    id status statusSince consentSignedAt consentRevokedAt consentExpiresAt consentFormUrl recordsClosed
    authorizedRecipients { userId name firm address }
  }
`)

const Accept = graphql(`
  mutation FormReview_Accept($input: AcceptSignedFormInput!) {
    acceptSignedForm(input: $input) { ...FormReview_Patient }
  }
`)

const Reject = graphql(`
  mutation FormReview_Reject($input: RejectSignedFormInput!) {
    rejectSignedForm(input: $input) { ...FormReview_Patient }
  }
`)

type Props = { patient: PatientRow; request: FormReviewFragment }

/** A signed form that waits for a review, with the reasons and the decision. */
export function FormReview({ patient, request }: Props) {
  const { run, pending } = useAction()
  const [isRejecting, setRejecting] = useState(false)
  const { timeZone } = useFrame()
  const now = useNow()
  const input = { patientId: patient.id, requestId: request.id }
  const expiry = request.authorizationExpiresAt
  const isExpired = expiry !== null && new Date(expiry) <= now
  return (
    <Banner
      tone="caution"
      title="Review this signed form"
      action={
        <>
          {request.proofUrl && (
            <ButtonLink size="small" icon="download" href={request.proofUrl} download>
              Download Proof
            </ButtonLink>
          )}
          <Button size="small" onClick={() => setRejecting(true)}>
            Reject Form
          </Button>
          {!isExpired && (
            <Button
              size="small"
              variant="primary"
              isPending={pending === 'accept'}
              onClick={() =>
                void run({
                  document: Accept,
                  variables: { input },
                  key: 'accept',
                  done: 'Signed form accepted',
                  fallback: 'Failed to accept the form',
                })
              }
            >
              Accept Form
            </Button>
          )}
        </>
      }
    >
      <div className={reasons}>
        <SignerLine request={request} />
        {request.reviewReasons.map((reason) => (
          <p key={reason}>{reviewReasonTexts[reason]}</p>
        ))}
        <p>
          {isExpired
            ? expiredWhileWaiting(showInstantDay(new Date(expiry), timeZone))
            : 'The form gives attorneys no access until you accept it.'}
        </p>
      </div>
      {isRejecting && <RejectDialog {...{ patient, request }} onClose={() => setRejecting(false)} />}
    </Banner>
  )
}

function SignerLine({ request }: Pick<Props, 'request'>) {
  const { signerName, representativeRelation, authorityProof } = request
  // A representative enters both in one field of DocuSign.
  const relation = representativeRelation === signerName ? null : representativeRelation
  return (
    <p>
      Signed by {signerName}
      {relation && ` (${relation})`}
      {authorityProof === 'shown_to_staff' && '. The signer will show you the proof of authority.'}
      {authorityProof === 'upload' && '. The signer uploaded a proof of authority.'}
      {!authorityProof && '.'}
    </p>
  )
}

function RejectDialog({ patient, request, onClose }: Props & { onClose: () => void }) {
  const { submit, errors, isPending } = useSubmit({
    document: Reject,
    input: rejectSignedFormInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to reject the form',
    onDone() {
      toast.success('Success', 'Signed form rejected')
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Reject Signed Form"
      description={`The form does not count, and ${fullName(patient)} returns to Pending Consent. The signed file is kept.`}
      isRequired
      max={REJECT_REASON.max}
      verb="Reject Form"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId: patient.id, requestId: request.id, reason })}
      onClose={onClose}
    />
  )
}
